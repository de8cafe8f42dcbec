import CLinux
import Glibc
import HAL
import Linux

// Tells of the board's keys on standard output, a line each, until standard input ends. A byte there is
// answered by a line "." once everything before it was told.
// usage: KeysProbe [--grab] [PATH]

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

let reactor = try Reactor()
let arguments = CommandLine.arguments.dropFirst()
let keys = LinuxKeys(
  reactor, path: arguments.first { $0 != "--grab" }, isGrabbed: arguments.contains("--grab")
) { say($0) }
var isOver = false
var isAsked = false
_ = try reactor.add(STDIN_FILENO, UInt32(CLINUX_READABLE), .rest) { _ in
  var byte: UInt8 = 0
  isOver = read(STDIN_FILENO, &byte, 1) <= 0
  isAsked = !isOver
}

var told: KeySet?
while !isOver {
  if keys.available != told {
    told = keys.available
    say("available \(keys.available.bits)")
  }
  var isTold = false
  while !isTold {
    do {
      while let press = try keys.read() { say("\(press.isLong ? "long" : "press") \(press.key)") }
      isTold = true
    } catch {
      say("\(error)")
    }
  }
  if isAsked { say(".") }
  isAsked = false
  try reactor.turn(until: nil)
}
