import NetTesting
import Stream
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
    #expect(log.entries == ["true 1", "true 2"])
  }

  @Test func completesAtTheNextElementOnceTheObjectIsDeallocated() {
    let probe = Probe<Int>()
    var token: Token? = Token()
    if let token { _ = source.observable.withUnretained(token).map { $0.1 }.subscribe(probe.on) }
    source.onNext(1)
    token = nil
    #expect(probe.endCount == 0)
    source.onNext(2)
    #expect(probe.elements == [1])
    #expect(probe.isCompleted)
    #expect(source.disposed.value == 1)
  }

  @Test func theResultSelectorTransformsThePair() {
    let probe = Probe<String>()
    let token = Token()
    _ = source.observable.withUnretained(token, resultSelector: { _, element in "<\(element)>" })
      .subscribe(probe.on)
    source.onNext(1)
    source.onCompleted()
    #expect(probe.elements == ["<1>"])
    #expect(probe.isCompleted)
    withExtendedLifetime(token) {}
  }

  @Test func anErrorOfTheResultSelectorEndsTheStream() {
    let probe = Probe<Int>()
    let token = Token()
    _ = source.observable.withUnretained(token, resultSelector: { _ -> Int in throw Boom() })
      .subscribe(probe.on)
    source.onNext(1)
    #expect(probe.error as? Boom == Boom())
    #expect(source.disposed.value == 1)
    withExtendedLifetime(token) {}
  }
}
