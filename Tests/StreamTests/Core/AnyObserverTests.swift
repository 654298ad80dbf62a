import Stream
import TestSupport
import Testing

@Suite struct AnyObserverTests {
  private struct Printer: ObserverType {
    let log: Log<String>

    func on(_ event: Event<Int>) { log.write("\(event)") }
  }

  @Test func anObserverOfAnyTypeCanBeErased() {
    let log = Log<String>()
    let observer = AnyObserver(Printer(log: log))
    _ = Observable.of(1, 2).subscribe(observer)
    expectEqual(log.entries, ["next(1)", "next(2)", "completed"])
  }

  @Test func anObserverNeedsOnlyToReceiveEvents() {
    let log = Log<String>()
    let observer = Printer(log: log)
    observer.onNext(1)
    observer.onError(Boom())
    observer.onCompleted()
    expectEqual(log.entries, ["next(1)", "\(Event<Int>.error(Boom()))", "completed"])
  }

  @Test func aSubjectCanBeErased() {
    let subject = PublishSubject<Int>()
    let probe = Probe<Int>()
    _ = subject.subscribe(probe.on)
    AnyObserver(subject).onNext(1)
    expectEqual(probe.elements, [1])
  }

  @Test func aMappedObserverTransformsElements() {
    let log = Log<String>()
    let observer = Printer(log: log).mapObserver { (text: String) in text.count }
    _ = Observable.of("a", "bcd").subscribe(observer)
    expectEqual(log.entries, ["next(1)", "next(3)", "completed"])
  }

  @Test func aMappedObserverPassesAnErrorOn() {
    let probe = Probe<Int>()
    let observer = AnyObserver<Int>(eventHandler: probe.on).mapObserver { (text: String) in text.count }
    observer.onError(Boom())
    expectEqual(probe.events, [.error(Boom())])
  }

  @Test func anErrorOfTheTransformationEndsASubject() {
    let subject = PublishSubject<Int>()
    let probe = Probe<Int>()
    _ = subject.subscribe(probe.on)
    let observer = subject.mapObserver { (text: String) throws -> Int in
      guard let number = Int(text) else { throw Boom() }
      return number
    }
    observer.onNext("1")
    observer.onNext("x")
    observer.onNext("2")
    expectEqual(probe.events, [.next(1), .error(Boom())])
  }
}
