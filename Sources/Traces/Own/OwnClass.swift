/// Our own classes of lines, beside `CONFIG` and what gpsd has.
enum OwnClass: String, CaseIterable {
  case boot = "BOOT"
  case restored = "RESTORED"
  case edited = "EDITED"
  case setting = "SETTING"
  case clock = "CLOCK"
  case keys = "KEYS"
  case key = "KEY"
  case reading = "READING"
  case answer = "ANSWER"
  case message = "MESSAGE"
  case battery = "BATTERY"
  case storage = "STORAGE"
  case shutdown = "SHUTDOWN"
  case deadline = "DEADLINE"
  case off = "OFF"
  case mark = "MARK"

  init?(_ name: JSONScanner.Bytes) {
    guard name.count <= 8 else { return nil }
    self.init(rawValue: String(decoding: name, as: UTF8.self))
  }
}
