import Foundation
import TestSupport

/// Python's own HTTP server as a portal: it does what its orders say, and writes down what it gets.
final class PortalServer {
  static let key = String(repeating: "k", count: 43)
  let url: String
  let port: UInt16
  let folder = TemporaryFolder()
  private var daemon: ServerProcess?

  /// - Parameter manner: "echo" answers "re: " and the body; "portal" speaks the protocol.
  init(_ manner: String, port: UInt16? = nil, isEncrypted: Bool = true) throws {
    self.port = try port ?? LoopbackPort.free()
    url = (isEncrypted ? "https://localhost:" : "http://localhost:") + "\(self.port)"
    let pair = isEncrypted ? Certificates.shared.server : nil
    try folder.write("portal.py", PortalServer.script)
    try start(manner, pair?.certificate ?? "-", pair?.key ?? "-")
    manners = (manner, pair?.certificate ?? "-", pair?.key ?? "-")
  }

  private var manners = ("", "", "")

  private func start(_ manner: String, _ certificate: String, _ key: String) throws {
    daemon = try ServerProcess(
      "python3",
      ["\(folder.path)/portal.py", manner, "\(port)", certificate, key, folder.path], port: port,
      in: folder)
  }

  func stop() { daemon = nil }
  func restart() throws { try start(manners.0, manners.1, manners.2) }

  /// Bodies in the order of their arrival.
  var got: [String] { folder.text("got").split(separator: "\n").map(String.init) }

  /// Requests as JSON.
  var requests: [[String: Any]] {
    got.compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// Outcomes by message.
  var outcomes: [Int: String] {
    var all: [Int: String] = [:]
    for request in requests {
      for done in request["did"] as? [[String: Any]] ?? [] {
        guard let id = done["message"] as? Int else { continue }
        all[id] = all[id] ?? (done["outcome"] as? String ?? "")
      }
    }
    return all
  }

  /// The log by sequence, as the server would keep it.
  var log: [Int: String] {
    var log: [Int: String] = [:]
    for request in requests {
      for record in request["records"] as? [[Any]] ?? [] {
        if let at = record[0] as? Int { log[at] = record[2] as? String }
      }
    }
    return log
  }

  /// Messages that go down until they are answered, as JSON; and a revision of the profile.
  func order(_ messages: [String], profile: String? = nil) throws {
    try folder.write("order.new", "[\(messages.joined(separator: ","))]")
    if let profile { try folder.write("profile.json", profile) }
    _ = rename("\(folder.path)/order.new", "\(folder.path)/order.json")
  }

  /// The status with which every call is answered from now on; 0: as it should be.
  /// - Parameter body: the text with which it is answered.
  func status(_ status: Int, _ body: String = "not today\n") throws {
    try folder.write("body", body)
    try folder.write("status", "\(status)")
  }

  private static let script = #"""
    import http.server, json, os, ssl, sys, threading, time
    manner, port, certificate, key, folder = sys.argv[1:]
    lock = threading.Lock()
    did, top = set(), 0

    def read(name, other):
        try:
            return json.load(open(folder + "/" + name))
        except (OSError, ValueError):
            return other

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *words):
            pass
        def do_POST(self):
            global top
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            with lock:
                with open(folder + "/got", "a") as file:
                    file.write(body.replace("\n", " ") + "\n")
            if manner == "echo":
                if "dos" in body:
                    time.sleep(3)
                return self.say(200, "re: " + body)
            status = read("status", 0)
            if status:
                return self.say(status, open(folder + "/body").read())
            if self.path == "/device/pair":
                return self.say(200, json.dumps(read("pair.json", {"v": 1, "key": "k" * 43, "wearer": "Rosa"})))
            if self.headers["Authorization"] != "Bearer " + "k" * 43:
                return self.say(401, "who are you?")
            request = json.loads(body)
            if self.path == "/device/restore":
                return self.restore(request["after"])
            did.update(d["message"] for d in request["did"])
            for record in request["records"]:
                top = max(top, record[0])
            def news():
                told = [m for m in read("order.json", []) if m["id"] not in did]
                profile = read("profile.json", None)
                if profile and profile["revision"] <= request["health"]["profile"]:
                    profile = None
                if profile and profile["revision"] <= request.get("profile_refused", {"revision": 0})["revision"]:
                    profile = None
                return told, profile
            end = time.time() + (20 if request["wait"] else 0)
            while time.time() < end and not any(news()):
                time.sleep(0.02)
            told, profile = news()
            answer = {"v": 1, "stored": top, "messages": told, "again_s": 900,
                "kept": "profile_kept" in request, "watched": True}
            if profile:
                answer["profile"] = profile
            self.say(200, json.dumps(answer))
        def restore(self, after):
            drops = read("drops.json", 0)
            if drops:
                json.dump(drops - 1, open(folder + "/drops.json", "w"))
                self.close_connection = True
                return
            if os.path.exists(folder + "/hold"):
                open(folder + "/held", "w").close()
                time.sleep(60)
            for page in read("restore.json", []):
                if not page["records"] or page["records"][-1][0] > after:
                    return self.say(200, json.dumps(page))
        def say(self, status, text):
            data = text.encode()
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except OSError:
                self.close_connection = True

    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
    server.daemon_threads = True
    if certificate != "-":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.serve_forever()
    """#
}
