import CLinux
import Glibc
import Linux
import Testing

@Suite("The reactor", .serialized)
struct ReactorTests {
  /// A pipe whose reading end can be watched.
  struct Pipe {
    let reader: Int32
    let writer: Int32
    init() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      (reader, writer) = (ends[0], ends[1])
    }
    func write() { _ = Glibc.write(writer, "x", 1) }
    func read() {
      var byte: UInt8 = 0
      _ = Glibc.read(reader, &byte, 1)
    }
    func end() {
      close(reader)
      close(writer)
    }
  }

  let readable = UInt32(CLINUX_READABLE)

  @Test("A flood on one descriptor does not hold up the help button")
  func priority() throws {
    let reactor = try Reactor()
    let (flood, button) = (Pipe(), Pipe())
    defer {
      flood.end()
      button.end()
    }
    var served: [String] = []
    _ = try reactor.add(flood.reader, readable, .receiver) { _ in served.append("flood") }
    _ = try reactor.add(button.reader, readable, .keys) { _ in
      served.append("button")
      button.read()
    }
    flood.write()
    button.write()
    for _ in 0..<3 { try reactor.turn(until: nil) }
    #expect(served == ["button", "flood", "flood"])
  }

  @Test("A flood holds up nothing: the least urgent source and timer have their turn among few")
  func least() throws {
    let reactor = try Reactor()
    let pipes = (0..<3).map { _ in Pipe() }
    defer { for pipe in pipes { pipe.end() } }
    var served: [String] = []
    for (name, pipe, priority) in [
      ("receiver", pipes[0], SourcePriority.receiver), ("network", pipes[1], .network),
      ("door", pipes[2], .rest),
    ] {
      _ = try reactor.add(pipe.reader, readable, priority) { _ in served.append(name) }
      pipe.write()
    }
    let timer = reactor.addTimer(.rest) { served.append("timer") }
    reactor.set(timer, at: reactor.now)
    for _ in 0..<12 { try reactor.turn(until: nil) }
    #expect(Set(served) == ["receiver", "network", "door", "timer"])
    #expect(served.count { $0 == "receiver" } > served.count { $0 == "door" })
  }

  @Test("Equals take turns")
  func fairness() throws {
    let reactor = try Reactor()
    let pipes = (0..<3).map { _ in Pipe() }
    defer { for pipe in pipes { pipe.end() } }
    var served: [Int] = []
    for (i, pipe) in pipes.enumerated() {
      _ = try reactor.add(pipe.reader, readable, .rest) { _ in served.append(i) }
      pipe.write()
    }
    for _ in 0..<6 { try reactor.turn(until: nil) }
    #expect(Set(served.prefix(3)) == [0, 1, 2])
    #expect(served.prefix(3) == served.suffix(3))
  }

  @Test("It sleeps to the deadline, and no longer: nothing is ready, so nothing is served")
  func deadline() throws {
    let reactor = try Reactor()
    let due = reactor.now.after(milliseconds: 30)
    #expect(try !reactor.turn(until: due))
    #expect(reactor.now >= due)
    #expect(reactor.wakeUps == 1)
  }

  @Test("Timers ring once, in the order of their deadlines, and a past one at once")
  func timers() throws {
    let reactor = try Reactor()
    var rung: [String] = []
    let late = reactor.addTimer { rung.append("late") }
    let past = reactor.addTimer { rung.append("past") }
    let never = reactor.addTimer { rung.append("never") }
    reactor.set(late, at: reactor.now.after(milliseconds: 20))
    reactor.set(past, at: BootTime(nanoseconds: 0))
    reactor.set(never, at: reactor.now.after(milliseconds: 5))
    reactor.set(never, at: nil)
    let end = reactor.now.after(milliseconds: 60)
    while try reactor.turn(until: end) {}
    #expect(rung == ["past", "late"])
  }

  @Test("A source that is removed while another is served is not served any more")
  func removal() throws {
    let reactor = try Reactor()
    let (first, second) = (Pipe(), Pipe())
    defer {
      first.end()
      second.end()
    }
    var served = 0
    let victim = try reactor.add(second.reader, readable, .rest) { _ in served += 1 }
    _ = try reactor.add(first.reader, readable, .keys) { _ in
      first.read()
      reactor.remove(victim)
    }
    first.write()
    second.write()
    try reactor.turn(until: nil)
    #expect(try !reactor.turn(until: reactor.now.after(milliseconds: 10)))
    #expect(served == 0)
  }

  @Test("A plain file, which epoll refuses, is served by the clock")
  func plainFile() throws {
    let reactor = try Reactor()
    let file = open("/etc/passwd", O_RDONLY)
    defer { close(file) }
    var served = 0
    _ = try reactor.add(file, readable, .keys) { events in
      #expect(events & readable != 0)
      served += 1
    }
    let begin = reactor.now
    while served < 3 { try reactor.turn(until: nil) }
    #expect(reactor.now >= begin.after(milliseconds: 200))
  }

  @Test("A closed descriptor is an error with its name")
  func closed() throws {
    let reactor = try Reactor()
    #expect(throws: SystemError("epoll_ctl", code: EBADF)) {
      _ = try reactor.add(999, readable, .rest) { _ in }
    }
    #expect(SystemError("epoll_ctl", code: EBADF).description == "epoll_ctl: Bad file descriptor")
  }

  @Test("A clock that runs ten times as fast for tests, and the moments it stands for")
  func scale() throws {
    let reactor = try Reactor()
    let clock = LinuxClock(reactor, scale: 10)
    let due = clock.bootTime(of: .init(milliseconds: 500))
    #expect(try !reactor.turn(until: due))
    #expect(clock.now.milliseconds >= 500)
    #expect(reactor.now >= due)
    #expect(due < reactor.now.after(milliseconds: 50))
  }
}
