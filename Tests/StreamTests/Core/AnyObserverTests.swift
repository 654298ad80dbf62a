import Stream
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
    #expect(log.entries == ["next(1)", "next(2)", "completed"])
  }

  @Test func aSubjectCanBeErased() {
    let subject = PublishSubject<Int>()
    let probe = Probe<Int>()
    _ = subject.subscribe(probe.on)
    AnyObserver(subject).onNext(1)
    #expect(probe.elements == [1])
  }
}
