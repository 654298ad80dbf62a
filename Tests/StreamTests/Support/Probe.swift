import Foundation
import Stream

/// Records entries, from any thread.
final class Log<Entry: Sendable>: @unchecked Sendable {
  // The lock guards the entries.
  private let lock = NSLock()
  private var written: [Entry] = []

  var entries: [Entry] { lock.withLock { written } }

  func write(_ entry: Entry) { lock.withLock { written.append(entry) } }
}

/// Records the events of one subscription.
final class Probe<Element: Sendable>: Sendable {
  private let log = Log<Event<Element>>()

  @Sendable func on(_ event: Event<Element>) { log.write(event) }

  @Sendable func onResult(_ result: SingleEvent<Element>) {
    switch result {
    case .success(let element): log.write(.next(element))
    case .failure(let error): log.write(.error(error))
    }
  }

  var events: [Event<Element>] { log.entries }
  var elements: [Element] { events.compactMap(\.element) }
  var error: (any Error)? { events.last?.error }
  var isCompleted: Bool { events.last?.isCompleted ?? false }
  var endCount: Int { events.filter(\.isStopEvent).count }
}

/// Counts, from any thread.
final class Count: @unchecked Sendable {
  // The lock guards the number.
  private let lock = NSLock()
  private var number = 0

  var value: Int { lock.withLock { number } }

  @discardableResult
  func increment() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }
}

/// A value that several closures share.
final class Shared<Value: Sendable>: @unchecked Sendable {
  // The lock guards the content.
  private let lock = NSLock()
  private var content: Value

  init(_ value: Value) { content = value }

  var value: Value {
    get { lock.withLock { content } }
    set { lock.withLock { content = newValue } }
  }

  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&content) } }
}

struct Boom: Error, Equatable {
  var number = 0
}

/// An object whose deallocation a test can observe.
final class Token: Sendable {}
