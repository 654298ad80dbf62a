import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Streams as marbles in a trace, and the subscriptions of stream requests.
@Suite struct TracedStreamsTests {
  private let scheduler = TestScheduler()
  private let recorder = TraceRecorder()

  private func session() -> NetworkSession {
    let transport = MockTransport(timer: scheduler)
    transport.stub(.everything, with: .json("{}"))
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    return NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
  }

  @Test func elementsAndTheEndAreMarbles() {
    _ = session()
    let source = scheduler.createColdObservable("-a-b-|")
    let subscription = source.asObservable().traced("letters", in: recorder).subscribe()
    scheduler.advance(by: .seconds(10))
    subscription.dispose()
    let stream = recorder.trace.streams.first
    expectEqual(stream?.marbles.map(\.kind), [.element, .element, .completion])
    expectEqual(stream?.marbles.map(\.time), [1, 3, 5].map { .seconds($0) })
    expectEqual(stream?.marbles.map(\.text), ["a", "b", ""])
    expectEqual(stream?.end, .seconds(5))
  }

  @Test func aDisposedStreamEndsThen() {
    _ = session()
    let subscription = Observable<Int>.never().traced("nothing", in: recorder).subscribe()
    scheduler.advance(by: .seconds(4))
    subscription.dispose()
    expectEqual(recorder.trace.streams.first?.marbles, [Trace.Marble(time: .seconds(4), kind: .disposal)])
  }

  @Test func eachSubscriptionIsAStream() {
    let source = Observable.of(1).traced("ones", in: recorder)
    _ = source.subscribe()
    _ = source.subscribe()
    expectEqual(recorder.trace.streams.map(\.subscription), [1, 2])
  }

  @Test func elementsAreRedacted() {
    _ = Observable.of("token=s3cret").traced("texts", in: recorder).subscribe()
    expectEqual(recorder.trace.streams.first?.marbles.first?.text, "token=<redacted>")
  }

  @Test func namesAreRedacted() {
    _ = Observable.of(1).traced("token=s3cret", in: recorder).subscribe()
    expectEqual(recorder.trace.streams.first?.name, "token=<redacted>")
  }

  @Test func copiesThatRequestSomethingElseAreNoRepetitions() {
    let network = session()
    let request = network.stream.get("https://h.io/a")
    _ = request.data().subscribe()
    _ = request.with { $0.url = "https://h.io/b" }.data().subscribe()
    _ = request.with { $0.method = .put }.data().subscribe()
    _ = request.sendingBodyWithGet().with { $0.content = .data(Data([1]), contentType: nil) }.data()
      .subscribe()
    _ = request.with { $0.parameters = ["a": "b"] }.data().subscribe()
    _ = request.with { $0.headers = ["A": "b"] }.data().subscribe()
    expectEqual(recorder.trace.requests.map(\.origin?.streamRequest), [1, 2, 3, 4, 5, 1])
    expectEqual(recorder.trace.requests.map(\.origin?.subscription), [1, 1, 1, 1, 1, 2])
  }

  @Test func theNextPageIsNoRepetition() {
    let transport = MockTransport(timer: scheduler)
    transport.stub(.get("https://h.io/a"), with: .json("[1]").header("Link", "</b>; rel=next"))
    transport.stub(.get("https://h.io/b"), with: .json("[2]"))
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    let network = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    let pages = network.stream.get("https://h.io/a").pages(of: [Int].self)
    for _ in 1...2 { _ = pages.subscribe() }
    expectEqual(recorder.trace.requests.map(\.origin?.subscription), [1, 1, 2, 1])
  }

  @Test func laterSubscriptionsOfAStreamRequestAreTracedAsRepetitions() {
    let network = session()
    let request = network.stream.get("https://h.io/a")
    _ = request.data().subscribe()
    _ = request.header("A", "b").data().subscribe()
    _ = network.stream.get("https://h.io/b").data().subscribe()
    network.get("https://h.io/c").response(delivery: .inline, responseSerializer: .data) { _ in }
    expectEqual(
      recorder.trace.requests.map(\.origin),
      [
        Trace.Origin(streamRequest: 1, subscription: 1), Trace.Origin(streamRequest: 1, subscription: 2),
        Trace.Origin(streamRequest: 2, subscription: 1), nil,
      ])
  }
}
