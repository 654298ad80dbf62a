import NetTesting
import Stream
import Synchronization

extension OperatorPicture {
  /// Operators that share, move or watch a run, and those that choose when the next one starts.
  static let effects: [OperatorPicture] = [
    OperatorPicture("retryWhen", "retry(when: { $0.take(1).flatMap { _ in notifier } })", "-a-#", "--x|") {
      sources, _ in
      let notifier = sources[1]
      return sources[0].retry(when: { errors in errors.take(1).flatMap { _ in notifier } })
    },
    OperatorPicture("mapError", "mapError { LoginFailed(reason: $0) }", "-a-#") { sources, _ in
      sources[0].mapError { LoginFailed(reason: $0) }
    },
    OperatorPicture("catchSequence", "Observable.catch(sequence: [first, second])", "-a-#", "--b-c|") {
      sources, _ in
      Observable.catch(sequence: [sources[0], sources[1]])
    },
    OperatorPicture("share", "share(replay: 1), subscribed at 4 s", "-a-b---c-d|") { sources, scheduler in
      let shared = sources[0].share(replay: 1)
      let first = shared.filter { _ in false }
      return Observable.merge(first, scheduler.later { shared })
    },
    OperatorPicture("cached", "cached(), subscribed at 4 s", "------a|") { sources, scheduler in
      let token = sources[0].asSingle().cached().asObservable()
      return Observable.merge(token.filter { _ in false }, scheduler.later { token })
    },
    OperatorPicture("subscribeOn", "subscribe(on: s)", "-a-b|") { sources, scheduler in
      sources[0].subscribe(on: scheduler)
    },
    OperatorPicture("observeOn", "observe(on: s)", "-a-b|") { sources, scheduler in
      sources[0].observe(on: scheduler)
    },
    OperatorPicture("do", "do(onNext: { print(\"saw\", $0) })", "-a-b|") { sources, _ in
      sources[0].do(onNext: { _ in })
    },
    OperatorPicture("debug", "debug(\"letters\")", "-a-b|") { sources, _ in
      sources[0].debug("letters", to: { _ in })
    },
    OperatorPicture("withUnretained", "withUnretained(screen) { $0.name + $1 }", "-a-b---c-") { sources, _ in
      // The screen goes before the third element.
      let owner = Owner()
      return sources[0].do(onNext: { if $0 == "c" { owner.release() } })
        .withUnretained(owner.screen, resultSelector: { $0.name + $1 })
    },
    OperatorPicture("paginate", "Observable.paginate(first: first) { _ in next }", "--a|", "---b|") {
      sources, _ in
      let next = sources[1].asSingle()
      return Observable.paginate(first: sources[0].asSingle()) { $0 == "a" ? next : nil }
    },
    OperatorPicture("zipMaxConcurrent", "Single.zip([a, b, c], maxConcurrent: 2)", "--a|", "-----b|", "--c|")
    {
      sources, _ in
      Single.zip(sources.map { $0.asSingle() }, maxConcurrent: 2).asObservable().map { $0.joined() }
    },
  ]
}

private struct LoginFailed: Error {
  var reason: any Error
}

/// An object that a stream does not retain.
private final class Screen: Sendable {
  let name = "S"
}

/// The only owner of a screen, until it is released.
private final class Owner: Sendable {
  private let contents = Mutex<Screen?>(Screen())

  var screen: Screen { contents.withLock { $0 } ?? Screen() }

  func release() { contents.withLock { $0 = nil } }
}

extension TestScheduler {
  /// The stream, subscribed after 4 seconds.
  fileprivate func later(_ stream: @escaping @Sendable () -> Observable<String>) -> Observable<String> {
    createColdObservable("----x|").take(1).flatMap { _ in stream() }
  }
}
