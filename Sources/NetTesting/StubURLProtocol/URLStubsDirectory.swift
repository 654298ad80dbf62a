import Net

/// Finds the stubs of a session for a URL protocol, to which Foundation passes nothing.
///
/// Each set of stubs has a unique number and is removed when it is deinitialized, so tests share nothing.
enum URLStubsDirectory {
  private struct Entry: Sendable {
    weak var stubs: URLStubs?
  }

  private struct State: Sendable {
    var lastNumber = 0
    var entries: [Int: Entry] = [:]
  }

  private static let state = Lock(State())

  static func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  static func insert(_ stubs: URLStubs) {
    let number = stubs.number
    state.withLock { $0.entries[number] = Entry(stubs: stubs) }
  }

  static func remove(_ number: Int) {
    state.withLock { $0.entries[number] = nil }
  }

  static func stubs(numbered number: Int) -> URLStubs? {
    state.withLock { $0.entries[number]?.stubs }
  }
}
