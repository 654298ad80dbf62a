#if canImport(Combine)
  import Combine
  import Foundation
  import Net
  import NetStream
  import NetTesting
  import Stream
  import XCTest

  final class StreamPublisherTests: XCTestCase {
    private let url = "https://api.example.com/numbers"

    private func network(_ delivery: MockDelivery = .inline) -> NetworkingMock {
      let network = NetworkingMock(delivery: delivery)
      network.mockResponse(.success([1, 2, 3]))
      return network
    }

    func testValueAndCompletionArriveInsideSink() {
      let events = Captured<String>()
      let subscription = network().stream.get(url).object(as: [Int].self).publisher
        .sink(receiveCompletion: { events.set("\($0)") }, receiveValue: { events.set("\($0)") })
      XCTAssertEqual(events.values, ["[1, 2, 3]", "finished"])
      subscription.cancel()
    }

    func testEachSubscriberSendsARequest() {
      let network = network()
      let publisher = network.stream.get(url).object(as: [Int].self).publisher
      XCTAssertEqual(network.requestCallCount, 0)
      for _ in 0..<2 {
        publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
      }
      XCTAssertEqual(network.requestCallCount, 2)
    }

    func testCancellingCancelsTheRequestOnceAndSendsNoEvent() {
      let network = network(.held)
      let events = Captured<String>()
      let subscription = network.stream.get(url).object(as: [Int].self).publisher
        .sink(receiveCompletion: { events.set("\($0)") }, receiveValue: { events.set("\($0)") })
      let pending = network.pending.first
      subscription.cancel()
      subscription.cancel()
      pending?.complete()
      XCTAssertEqual(network.cancelCount, 1)
      XCTAssertEqual(events.values, [])
    }

    func testAFailureIsANetworkError() {
      let network = NetworkingMock()
      network.stub(.get(url), with: .status(500))
      let reasons = Captured<NetworkError.Reason?>()
      let subscription = network.stream.get(url).data().publisher.sink(
        receiveCompletion: { end in
          if case .failure(let error) = end { reasons.set((error as? NetworkError)?.reason) }
        }, receiveValue: { _ in XCTFail("unexpected value") })
      XCTAssertEqual(reasons.values, [.validation(.statusCode(500))])
      subscription.cancel()
    }

    func testASubscriberReceivesNoMoreThanItsDemand() {
      let subject = PublishSubject<Int>()
      let taker = Taker()
      subject.publisher.subscribe(taker)
      for number in 1...3 { subject.onNext(number) }
      XCTAssertEqual(taker.events.values, [])
      taker.want(2)
      XCTAssertEqual(taker.events.values, ["1", "2"])
      subject.onCompleted()
      XCTAssertEqual(taker.events.values, ["1", "2"])
      taker.want(5)
      XCTAssertEqual(taker.events.values, ["1", "2", "3", "finished"])
    }

    func testASynchronousSourceStopsWhenDemandEnds() {
      let (sent, numbers) = (Captured<Int>(), Captured<Int>())
      let subscription = Observable.from(0..<1_000).do(onNext: { sent.set($0) }).publisher.prefix(2)
        .sink(receiveCompletion: { _ in }, receiveValue: { numbers.set($0) })
      XCTAssertEqual(numbers.values, [0, 1])
      XCTAssertLessThan(sent.count, 10)
      subscription.cancel()
    }

    /// A subscriber that demands as many elements as the test says.
    private final class Taker: Subscriber {
      let events = Captured<String>()
      private var subscription: (any Combine.Subscription)?

      func receive(subscription: any Combine.Subscription) { self.subscription = subscription }

      func receive(_ input: Int) -> Subscribers.Demand {
        events.set("\(input)")
        return .none
      }

      func receive(completion: Subscribers.Completion<any Error>) { events.set("\(completion)") }

      func want(_ count: Int) { subscription?.request(.max(count)) }
    }
  }
#endif
