import NetTesting
import Stream

/// A run of an operator in virtual time, of which its documentation shows a picture.
struct OperatorPicture: Sendable {
  typealias Sources = [Observable<String>]

  /// The name of the file.
  let name: String
  /// The call as it is written in the picture.
  let call: String
  /// The diagrams of the sources.
  let sources: [String]
  private let run: @Sendable (Sources, TestScheduler) -> Observable<String>

  init(
    _ name: String, _ call: String, _ sources: String...,
    run: @escaping @Sendable (Sources, TestScheduler) -> Observable<String>
  ) {
    self.name = name
    self.call = call
    self.sources = sources
    self.run = run
  }

  /// The picture of the run.
  var picture: MarblePicture {
    let scheduler = TestScheduler()
    let observables = sources.map { scheduler.createColdObservable($0) }
    let observer = scheduler.start(disposed: 260) {
      run(observables.map { $0.asObservable() }, scheduler)
    }
    return MarblePicture(
      sources: observables.map { $0.recordedEvents.map { MarblePicture.Marble($0) } }, call: call,
      result: observer.events.map { MarblePicture.Marble($0, from: .seconds(200)) })
  }
}

extension TestScheduler {
  /// The inner stream of the pictures: the element twice.
  fileprivate func twice(_ element: String) -> Observable<String> {
    createColdObservable("1-2|").map { element + $0 }
  }
}

/// Returns the elements as text.
private func texts<Element: Sendable>(_ source: Observable<Element>) -> Observable<String> {
  source.map { "\($0)" }
}

extension OperatorPicture {
  static let all: [OperatorPicture] = transforming + choosing + combining + timing + failing + effects

  private static let transforming: [OperatorPicture] = [
    OperatorPicture("map", "map { $0 + \"!\" }", "-a-b-c|") { sources, _ in sources[0].map { $0 + "!" } },
    OperatorPicture("compactMap", "compactMap { Int($0) }", "-1-x-3|") { sources, _ in
      sources[0].compactMap { Int($0) }.map { "\($0)" }
    },
    OperatorPicture("flatMap", "flatMap { twice($0) }", "-a-b---|") { sources, scheduler in
      sources[0].flatMap { scheduler.twice($0) }
    },
    OperatorPicture("flatMapLatest", "flatMapLatest { twice($0) }", "-a-b---|") { sources, scheduler in
      sources[0].flatMapLatest { scheduler.twice($0) }
    },
    OperatorPicture("flatMapFirst", "flatMapFirst { twice($0) }", "-ab---c---|") { sources, scheduler in
      sources[0].flatMapFirst { scheduler.twice($0) }
    },
    OperatorPicture("concatMap", "concatMap { twice($0) }", "-ab------|") { sources, scheduler in
      sources[0].concatMap { scheduler.twice($0) }
    },
    OperatorPicture("scan", "scan(\"\") { $0 + $1 }", "-a-b-c|") { sources, _ in
      sources[0].scan("") { $0 + $1 }
    },
    OperatorPicture("reduce", "reduce(\"\") { $0 + $1 }", "-a-b-c|") { sources, _ in
      sources[0].reduce("") { $0 + $1 }
    },
    OperatorPicture("toArray", "toArray()", "-a-b-|") { sources, _ in
      sources[0].toArray().asObservable().map { "[" + $0.joined(separator: ",") + "]" }
    },
    OperatorPicture("enumerated", "enumerated()", "-a-b|") { sources, _ in
      sources[0].enumerated().map { "\($0.index)\($0.element)" }
    },
    OperatorPicture("materialize", "materialize()", "-a-#") { sources, _ in
      sources[0].materialize().map { event in
        switch event {
        case .next(let element): "n:\(element)"
        case .error: "err"
        case .completed: "end"
        }
      }
    },
    OperatorPicture("startWith", "startWith(\"x\")", "--a-b|") { sources, _ in sources[0].startWith("x") },
    OperatorPicture("ifEmpty", "ifEmpty(default: \"x\")", "---|") { sources, _ in
      sources[0].ifEmpty(default: "x")
    },
    OperatorPicture("expand", "expand { twice of \"a\" only }", "-a-------|") { sources, scheduler in
      sources[0].expand { $0 == "a" ? scheduler.twice($0) : .empty() }
    },
  ]

  private static let choosing: [OperatorPicture] = [
    OperatorPicture("filter", "filter { $0 < \"c\" }", "-a-d-b-|") { sources, _ in
      sources[0].filter { $0 < "c" }
    },
    OperatorPicture("take", "take(2)", "-a-b-c-|") { sources, _ in sources[0].take(2) },
    OperatorPicture("takeLast", "take(last: 2)", "-a-b-c|") { sources, _ in sources[0].take(last: 2) },
    OperatorPicture("takeWhile", "take(while: { $0 < \"c\" })", "-a-b-c-a|") { sources, _ in
      sources[0].take(while: { $0 < "c" })
    },
    OperatorPicture("takeUntil", "take(until: other)", "-a-b-c-d|", "----x|") { sources, _ in
      sources[0].take(until: sources[1])
    },
    OperatorPicture("skip", "skip(2)", "-a-b-c-|") { sources, _ in sources[0].skip(2) },
    OperatorPicture("skipWhile", "skip(while: { $0 < \"c\" })", "-a-b-c-a|") { sources, _ in
      sources[0].skip(while: { $0 < "c" })
    },
    OperatorPicture("skipUntil", "skip(until: other)", "-a-b-c-d|", "----x|") { sources, _ in
      sources[0].skip(until: sources[1])
    },
    OperatorPicture("elementAt", "element(at: 1)", "-a-b-c|") { sources, _ in sources[0].element(at: 1) },
    OperatorPicture("first", "first()", "---a-b|") { sources, _ in
      sources[0].first().asObservable().map { $0 ?? "nil" }
    },
    OperatorPicture("ignoreElements", "ignoreElements()", "-a-b|") { sources, _ in
      texts(sources[0].ignoreElements())
    },
    OperatorPicture("distinctUntilChanged", "distinctUntilChanged()", "-a-a-b-a|") { sources, _ in
      sources[0].distinctUntilChanged()
    },
  ]

  private static let combining: [OperatorPicture] = [
    OperatorPicture("merge", "Observable.merge(first, second)", "-a---c|", "--b-----d|") { sources, _ in
      Observable.merge(sources[0], sources[1])
    },
    OperatorPicture("concat", "first.concat(second)", "-a-b|", "-c-d|") { sources, _ in
      sources[0].concat(sources[1])
    },
    OperatorPicture("zip", "Observable.zip(first, second)", "-a--b---c|", "--1---2---|") { sources, _ in
      Observable.zip(sources[0], sources[1]) { $0 + $1 }
    },
    OperatorPicture("combineLatest", "Observable.combineLatest(first, second)", "-a---b--|", "--1---2|") {
      sources, _ in
      Observable.combineLatest(sources[0], sources[1]) { $0 + $1 }
    },
    OperatorPicture("withLatestFrom", "withLatestFrom(other) { $0 + $1 }", "-a--b---c|", "--1---2---|") {
      sources, _ in
      sources[0].withLatestFrom(sources[1]) { $0 + $1 }
    },
    OperatorPicture("amb", "first.amb(second)", "--a-b-|", "-1-2-3|") { sources, _ in
      sources[0].amb(sources[1])
    },
    OperatorPicture("andThen", "first.andThen(second)", "-x|", "-b-c|") { sources, _ in
      sources[0].map { _ in }.asSingle().andThen(sources[1])
    },
  ]

  private static let timing: [OperatorPicture] = [
    OperatorPicture("debounce", "debounce(.seconds(2), scheduler: s)", "-a-b---c---|") { sources, scheduler in
      sources[0].debounce(.seconds(2), scheduler: scheduler)
    },
    OperatorPicture("throttle", "throttle(.seconds(3), scheduler: s)", "-ab-c----d--|") {
      sources, scheduler in
      sources[0].throttle(.seconds(3), scheduler: scheduler)
    },
    OperatorPicture("delay", "delay(.seconds(2), scheduler: s)", "-a-b-|") { sources, scheduler in
      sources[0].delay(.seconds(2), scheduler: scheduler)
    },
    OperatorPicture("timeout", "timeout(.seconds(3), scheduler: s)", "-a-----b|") { sources, scheduler in
      sources[0].timeout(.seconds(3), scheduler: scheduler)
    },
  ]

  private static let failing: [OperatorPicture] = [
    OperatorPicture("catch", "catch { _ in other }", "-a-#", "-x-y|") { sources, _ in
      sources[0].catch { _ in sources[1] }
    },
    OperatorPicture("catchAndReturn", "catchAndReturn(\"x\")", "-a-#") { sources, _ in
      sources[0].catchAndReturn("x")
    },
    OperatorPicture("retry", "retry(2)", "-a-#") { sources, _ in sources[0].retry(2) },
  ]
}
