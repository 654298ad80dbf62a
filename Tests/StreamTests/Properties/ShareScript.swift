import TestSupport

/// A shared source, and subscribers that come and go at different times.
struct ShareScript: CustomStringConvertible {
  struct Subscriber: Sendable {
    var start: Int
    /// When it is disposed of from outside.
    var end: Int
    /// How many elements it takes.
    var limit: Int
    /// The number of the element at which it makes another subscriber subscribe, or none.
    var invites: Int?
  }

  let source: SourceScript
  let replay: Int
  let isForever: Bool
  let subscribers: [Subscriber]

  init(seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed))
    func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    var source = SourceScript(kind: .created)
    source.atOnce = (0..<max(0, random(-3...3))).map { .next($0) }
    let times = (0..<random(0...6)).map { _ in random(1...60_000_000) }.sorted()
    source.later = times.enumerated().map { (time: $1, signal: .next(10 + $0)) }
    let ending: Signal? = [.completed, .error(1), nil][random(0...2)]
    if let ending {
      if times.isEmpty {
        source.atOnce.append(ending)
      } else {
        source.later.append((time: 60_000_000 + random(1...1_000_000), signal: ending))
      }
    }
    self.source = source
    replay = random(0...3)
    isForever = random(0...2) == 0
    subscribers = (0..<random(1...5)).map { _ in
      let start = random(1...150_000_000)
      return Subscriber(
        start: start, end: start + random(1...100_000_000), limit: random(0...2) == 0 ? random(1...4) : .max,
        invites: random(0...3) == 0 ? random(1...3) : nil)
    }
  }

  var description: String {
    "\(source), replay \(replay), \(isForever ? "forever" : "while connected"), \(subscribers)"
  }
}

/// What RxSwift's `share` does, as a simulation in the order of times.
///
/// A subscriber that another one brings along subscribes inside a delivery; its number is that of the other one plus
/// 100.
struct ShareSimulation {
  private(set) var received: [Int: [String]] = [:]
  private(set) var lives: [Life] = []

  private struct Member {
    var number: Int
    var left: Int
  }

  private let script: ShareScript
  private var time = 0
  private var members: [Member] = []
  private var buffer: [Int] = []
  private var ending: Signal?
  /// When the connection began, and what it will send.
  private var start: Int?
  private var connection = 0
  private var isConnecting = false
  private var pending: [(time: Int, signal: Signal)] = []
  private var sent = 0

  init(_ script: ShareScript) {
    self.script = script
    var actions: [(time: Int, isStart: Bool, number: Int)] = []
    for (number, subscriber) in script.subscribers.enumerated() {
      actions.append((subscriber.start, true, number))
      actions.append((subscriber.end, false, number))
    }
    for action in actions.sorted(by: { $0.time < $1.time }) {
      run(upTo: action.time)
      time = action.time
      if action.isStart {
        subscribe(action.number, limit: script.subscribers[action.number].limit)
      } else {
        leave(action.number)
        leave(action.number + 100)
      }
    }
    run(upTo: .max)
    for member in members { leave(member.number) }
  }

  private mutating func run(upTo limit: Int) {
    while let next = pending.first, next.time < limit {
      pending.removeFirst()
      time = next.time
      send(next.signal)
    }
    time = limit == .max ? ChainPlan.horizon : limit
  }

  private mutating func subscribe(_ number: Int, limit: Int) {
    // Whoever subscribes while the first one receives what is replayed leaves it to that one to connect.
    let connects = ending == nil && start == nil && !isConnecting
    if connects { isConnecting = true }
    members.append(Member(number: number, left: limit))
    for element in buffer { deliver(.next(element), to: number) }
    if let ending, let index = members.firstIndex(where: { $0.number == number }) {
      members.remove(at: index)
      note(number, ending)
    }
    guard connects else { return }
    isConnecting = false
    if !members.isEmpty { connect() }
  }

  private mutating func connect() {
    start = time
    sent = 0
    connection += 1
    let current = connection
    for signal in script.source.atOnce where connection == current && start != nil { send(signal) }
    if connection == current, start != nil {
      pending = script.source.later.map { (time: time + $0.time, signal: $0.signal) }
    }
  }

  private mutating func send(_ signal: Signal) {
    sent += 1
    guard case .next(let element) = signal else { return finish(signal) }
    buffer = script.replay == 0 ? [] : (buffer + [element]).suffix(script.replay)
    for member in members { deliver(signal, to: member.number) }
  }

  private mutating func deliver(_ signal: Signal, to number: Int) {
    guard let index = members.firstIndex(where: { $0.number == number }) else { return }
    members[index].left -= 1
    let isLast = members[index].left == 0
    note(number, signal)
    guard isLast else { return }
    note(number, .completed)
    leave(number)
  }

  private mutating func finish(_ signal: Signal) {
    let present = members
    members = []
    disconnect()
    if script.isForever { ending = signal } else { buffer = [] }
    for member in present { note(member.number, signal) }
  }

  private mutating func leave(_ number: Int) {
    guard let index = members.firstIndex(where: { $0.number == number }) else { return }
    members.remove(at: index)
    guard members.isEmpty, start != nil else { return }
    disconnect()
    if !script.isForever { buffer = [] }
  }

  private mutating func disconnect() {
    if let start { lives.append(Life(source: 0, start: start, end: time, sent: sent)) }
    start = nil
    pending = []
  }

  private mutating func note(_ number: Int, _ signal: Signal) {
    received[number, default: []].append("\(signal)@\(time)")
    guard number < 100, signal.isElement, script.subscribers[number].invites == received[number]?.count else {
      return
    }
    subscribe(number + 100, limit: .max)
  }
}
