import Foundation
import HAL
import Linux
import TestSupport
import Testing

/// Python's own HTTP server, over TLS, which writes down what it gets.
@Suite("The relay and the heartbeat (ALZ-9)", .needs(.python3, .openssl), .serialized)
struct RelayTests {
  final class Relay {
    let url: String
    let folder = TemporaryFolder()
    private let daemon: ServerProcess

    init(_ status: Int, isStranger: Bool = false) throws {
      let port = try LoopbackPort.free()
      url = "https://localhost:\(port)/notice"
      let pair = isStranger ? Certificates.shared.stranger : Certificates.shared.server
      try folder.write("relay.py", Relay.script)
      daemon = try ServerProcess(
        "python3",
        [
          "\(folder.path)/relay.py", "\(status)", "\(port)", pair.certificate, pair.key,
          "\(folder.path)/got",
        ],
        port: port, in: folder)
    }

    /// Method, path, key of each request, and the form as Python decodes it.
    var got: [String] { folder.text("got").split(separator: "\n").map(String.init) }

    private static let script = #"""
      import http.server, json, ssl, sys, urllib.parse
      status, port, certificate, key, got = sys.argv[1:]

      class Handler(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.take({})
          def do_POST(self):
              body = self.rfile.read(int(self.headers["Content-Length"])).decode()
              self.take(dict(urllib.parse.parse_qsl(body, strict_parsing=True)))
          def take(self, form):
              with open(got, "a") as file:
                  file.write(" ".join([self.command, self.path, str(self.headers["Idempotency-Key"]),
                      json.dumps(form, ensure_ascii=False, sort_keys=True)]) + "\n")
              cut = {"298": b"HTTP/1.1 200 OK\r\nServer: x\r\n", "198": b"HTTP/1.1 102 Processing\r\n\r\n"}
              if status in cut:
                  return self.wfile.write(cut[status])
              if self.path == "/elsewhere":
                  return self.send_error(500)
              self.send_response(int(status))
              if 300 <= int(status) < 400:
                  self.send_header("Location", "/elsewhere")
              self.end_headers()
              if status == "299":
                  for _ in range(2000):
                      self.wfile.write(b"x" * 1000)
          def handle(self):
              try:
                  super().handle()
              except OSError:
                  pass

      server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(certificate, key)
      server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
      server.serve_forever()
      """#
  }

  @Test(
    "The status decides whether it is tried again",
    arguments: [
      (200, DeliveryOutcome.accepted), (204, .accepted), (299, .accepted), (302, .permanent),
      (307, .permanent),
      (400, .permanent), (403, .permanent), (408, .transient), (429, .transient),
      (500, .transient), (503, .transient),
    ])
  func statuses(_ status: Int, _ outcome: DeliveryOutcome) throws {
    let relay = try Relay(status)
    let rig = try NetworkRig { $0.relay = .init(url: relay.url, token: "s3cr=to&ñ") }
    var sent = help(4, .relay, round: 2)
    sent.text = "Rosa ha salido & más; 131 m; http://maps.google.com/maps?q=-2.9,-79.0"
    #expect(try rig.outcome(of: sent) == outcome)
    #expect(
      relay.got == [
        "POST /notice feed.3.4.2.0 {\"descripcion\": \"\(sent.text)\", \"token\": \"s3cr=to&ñ\"}"
      ])
    #expect(rig.log.isEmpty == (outcome == .accepted), "\(rig.log)")
    #expect(!rig.log.contains { $0.contains("No error") })
    if 300..<400 ~= status { #expect(rig.log.contains { $0.contains("elsewhere (\(status))") }) }
  }

  @Test(
    "A relay that breaks off before its head ends, or says that it works on it, has not taken it",
    arguments: [298, 198])
  func headOnly(_ manner: Int) throws {
    let relay = try Relay(manner)
    let rig = try NetworkRig { $0.relay = .init(url: relay.url, token: nil) }
    #expect(try rig.outcome(of: help(1, .relay)) == .transient)
    #expect(relay.got.count == 1 && rig.log.count == 1, "\(rig.log)")
    #expect(!rig.log.contains { $0.contains("No error") }, "\(rig.log)")
  }

  @Test("A relay with another's certificate gets nothing")
  func stranger() throws {
    let relay = try Relay(200, isStranger: true)
    let rig = try NetworkRig { $0.relay = .init(url: relay.url, token: "secreto") }
    #expect(try rig.outcome(of: help(1, .relay)) == .transient)
    #expect(relay.got.isEmpty)
    #expect(rig.log.first?.hasPrefix("relay: NOTHING IS SENT") == true, "\(rig.log)")
  }

  @Test("Plain text goes out: first line and all")
  func plain() throws {
    let relay = try Relay(200)
    let rig = try NetworkRig {
      $0.relay = .init(url: relay.url, token: nil)
      $0.heartbeat = relay.url + "/ping"
    }
    try rig.network.submit(
      Outgoing(
        notice: NoticeID(1), recipient: Recipient(caregiver: 0, route: .relay), subject: "",
        text: "Ana ha salido. ñ €\n\nMapa"))
    try rig.network.ping()
    try rig.live { relay.got.count == 2 }
    #expect(try rig.answers(1)[0].outcome == .accepted)
    #expect(
      Set(relay.got) == [
        "POST /notice feed.0.1.1.0 {\"descripcion\": \"Ana ha salido. ñ €\\n\\nMapa\"}",
        "GET /notice/ping None {}",
      ])
  }
}
