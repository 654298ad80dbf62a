/// What holds for a script however its threads are interleaved.
extension ThreadedScript {
  func faults(of observers: [ThreadedObserver], subscriptions: Int) -> [String] {
    let first = observers[0]
    switch shape {
    case .merge, .flatMap, .mergeMax, .take, .observeOn: return mergeFaults(first)
    case .flatMapLate: return orderFaults(first.rows.map { $0[0] }, .gapless)
    case .flatMapLatest: return switchFaults(first)
    case .combineLatest, .combineCollection: return combineFaults(first)
    case .zip, .zipCollection: return zipFaults(first)
    case .withLatest: return latestFaults(first)
    case .takeUntil, .skipUntil: return untilFaults(first)
    case .amb: return ambFaults(first)
    case .retry: return retryFaults(first, subscriptions)
    case .share, .shareReplay, .shareForever, .publish, .replay, .behavior: return sharedFaults(observers)
    }
  }

  private var hasErrors: Bool { endings.contains(.error(1)) }
  private var areCompleted: Bool { endings.allSatisfy { $0 == .completed } }
  private var total: Int { counts.reduce(0, +) }

  /// Which numbers of a thread may be missing.
  private enum Gaps { case none, gapless, some }

  /// Elements of one thread arrive in their order and once: all from the first one, a part without a gap, or some of
  /// them.
  private func orderFaults(_ elements: [Int], _ gaps: Gaps) -> [String] {
    counts.indices.compactMap { thread in
      let numbers = elements.filter { $0 / 1000 == thread }.map { $0 % 1000 }
      let isRight =
        switch gaps {
        case .none: numbers == Array(0..<numbers.count)
        case .gapless: numbers.first.map { numbers == Array($0..<($0 + numbers.count)) } ?? true
        case .some: zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
        }
      return isRight ? nil : "of thread \(thread) came \(numbers)"
    }
  }

  private func expect(_ isRight: Bool, _ fault: @autoclosure () -> String) -> [String] {
    isRight ? [] : [fault()]
  }

  private func mergeFaults(_ observer: ThreadedObserver) -> [String] {
    let elements = observer.rows.map { $0[0] }
    var faults = orderFaults(elements, .none)
    if shape == .take {
      faults += expect(elements.count <= limit, "\(elements.count) elements of \(limit)")
      if elements.count == limit, !observer.isDisposed {
        return faults
          + expect(observer.ending == .completed, "take ended with \(String(describing: observer.ending))")
      }
    }
    if observer.isDisposed { return faults }
    if hasErrors { return faults + expect(observer.ending == .error(1), "no error") }
    faults += expect(elements.count == total, "\(elements.count) elements of \(total)")
    return faults
      + expect(observer.ending == (areCompleted ? .completed : nil), "\(String(describing: observer.ending))")
  }

  private func switchFaults(_ observer: ThreadedObserver) -> [String] {
    let openers = observer.rows.map { $0[0] }
    return expect(openers == openers.sorted(), "a stream sent after the switch: \(openers)")
      + orderFaults(observer.rows.map { $0[1] }, .some)
  }

  private func combineFaults(_ observer: ThreadedObserver) -> [String] {
    let rows = observer.rows
    var faults: [String] = []
    for (row, next) in zip(rows, rows.dropFirst()) {
      let steps = zip(row, next).map { $1 - $0 }
      faults += expect(
        steps.filter { $0 == 1 }.count == 1 && steps.filter { $0 == 0 }.count == steps.count - 1,
        "\(next) after \(row)")
    }
    guard !observer.isDisposed, !hasErrors, !counts.contains(0) else { return faults }
    let last = counts.enumerated().map { ThreadedScript.element($1 - 1, of: $0) }
    faults += expect(rows.last == last, "the last row is \(String(describing: rows.last)), not \(last)")
    return faults
      + expect(observer.ending == (areCompleted ? .completed : nil), "\(String(describing: observer.ending))")
  }

  private func zipFaults(_ observer: ThreadedObserver) -> [String] {
    let rows = observer.rows
    let expected = rows.indices.map { number in counts.indices.map { ThreadedScript.element(number, of: $0) }
    }
    var faults = expect(rows == expected, "rows \(rows)")
    if observer.isDisposed || hasErrors { return faults }
    faults += expect(rows.count == counts.min(), "\(rows.count) rows")
    return areCompleted ? faults + expect(observer.ending == .completed, "zip did not complete") : faults
  }

  private func latestFaults(_ observer: ThreadedObserver) -> [String] {
    let seconds = observer.rows.map { $0[1] }
    let faults =
      orderFaults(observer.rows.map { $0[0] }, .gapless)
      + expect(seconds == seconds.sorted(), "the latest elements were \(seconds)")
    guard !observer.isDisposed, !hasErrors, let last = observer.rows.last else { return faults }
    return faults + expect(last[0] == counts[0] - 1, "the last element was not sent")
      + expect(observer.ending == endings[0], "\(String(describing: observer.ending))")
  }

  private func untilFaults(_ observer: ThreadedObserver) -> [String] {
    let elements = observer.rows.map { $0[0] }
    var faults = orderFaults(elements, shape == .takeUntil ? .none : .gapless)
    faults += expect(elements.allSatisfy { $0 < 1000 }, "elements of the other stream")
    if observer.isDisposed || hasErrors { return faults }
    if shape == .takeUntil {
      return counts[1] > 0
        ? faults + expect(observer.ending == .completed, "take(until:) did not complete") : faults
    }
    guard let last = elements.last else { return faults }
    return faults + expect(last == counts[0] - 1, "the last element was not sent")
  }

  private func ambFaults(_ observer: ThreadedObserver) -> [String] {
    let elements = observer.rows.map { $0[0] }
    guard let winner = elements.first.map({ $0 / 1000 }) else { return [] }
    let faults =
      orderFaults(elements, .none)
      + expect(elements.allSatisfy { $0 / 1000 == winner }, "two streams: \(elements)")
    if observer.isDisposed { return faults }
    return faults + expect(elements.count == counts[winner], "\(elements.count) elements")
      + expect(observer.ending == endings[winner], "\(String(describing: observer.ending))")
  }

  private func retryFaults(_ observer: ThreadedObserver, _ subscriptions: Int) -> [String] {
    var faults = orderFaults(observer.rows.map { $0[0] }, .some)
    faults += expect(subscriptions <= limit, "\(subscriptions) attempts")
    if observer.isDisposed { return faults }
    if observer.ending == .error(1) {
      faults += expect(subscriptions == limit, "\(subscriptions) attempts, then an error")
    }
    return endings.contains(nil) || hasErrors
      ? faults : faults + expect(observer.ending == .completed, "no end")
  }

  private func sharedFaults(_ observers: [ThreadedObserver]) -> [String] {
    let rows = observers.map { $0.rows.map { $0[0] } }
    var faults = orderFaults(rows[0], .none) + orderFaults(rows[1], .none)
    faults += orderFaults(rows[2], shape == .shareForever ? .some : .gapless)
    let shared = min(rows[0].count, rows[1].count)
    faults += expect(
      rows[0].prefix(shared) == rows[1].prefix(shared), "two orders: \(rows[0]) and \(rows[1])")
    if observers[0].isDisposed { return faults }
    // A late subscriber of a stream that has ended starts it again.
    let startsAgain = (shape == .share || shape == .shareReplay) && observers[0].ending != nil
    if !startsAgain {
      faults += expect(
        rows[0].suffix(rows[2].count) == rows[2][...], "the late one received \(rows[2]) of \(rows[0])")
    }
    let mayEnd = endings.compactMap { $0 }
    if mayEnd.isEmpty {
      return faults + expect(rows[0].count == total, "\(rows[0].count) elements of \(total)")
    }
    return faults
      + expect(
        observers[0].ending.map(mayEnd.contains) ?? false, "\(String(describing: observers[0].ending))")
  }
}
