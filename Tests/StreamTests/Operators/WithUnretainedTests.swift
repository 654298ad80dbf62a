import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct WithUnretainedTests {
  private let source = TrackedSource<Int>()
  private let log = Log<String>()

  @Test func elementsComeWithTheObject() {
    let (log, token) = (log, Token())
    _ = source.observable.withUnretained(token).subscribe(onNext: { object, element in
      log.write("\(object === token) \(element)")
    })
    source.onNext(1)
    source.onNext(2)
    expectEqual(log.entries, ["true 1", "true 2"])
  }

  @Test func completesAtTheNextElementOnceTheObjectIsDeallocated() {
    let probe = Probe<Int>()
    var token: Token? = Token()
    if let token { _ = source.observable.withUnretained(token).map { $0.1 }.subscribe(probe.on) }
    source.onNext(1)
    token = nil
    expectEqual(probe.endCount, 0)
    source.onNext(2)
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
    expectEqual(source.disposed.value, 1)
  }

  @Test func theResultSelectorTransformsThePair() {
    let probe = Probe<String>()
    let token = Token()
    _ = source.observable.withUnretained(token, resultSelector: { _, element in "<\(element)>" })
      .subscribe(probe.on)
    source.onNext(1)
    source.onCompleted()
    expectEqual(probe.elements, ["<1>"])
    expectTrue(probe.isCompleted)
    withExtendedLifetime(token) {}
  }

  @Test func anErrorOfTheResultSelectorEndsTheStream() {
    let probe = Probe<Int>()
    let token = Token()
    _ = source.observable.withUnretained(token, resultSelector: { _ -> Int in throw Boom() })
      .subscribe(probe.on)
    source.onNext(1)
    expectEqual(probe.error as? Boom, Boom())
    expectEqual(source.disposed.value, 1)
    withExtendedLifetime(token) {}
  }
}
