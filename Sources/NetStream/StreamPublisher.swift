#if canImport(Combine)
  public import Combine
  import Net
  public import Stream

  extension ObservableConvertible {
    /// This stream as a Combine publisher.
    ///
    /// ```swift
    /// let subscription = network.stream.get("user").object(as: User.self).publisher
    ///   .receive(on: DispatchQueue.main)
    ///   .sink(receiveCompletion: { end in print(end) }, receiveValue: { user in show(user) })
    /// ```
    ///
    /// Each subscriber subscribes to the stream separately, and cancelling disposes of that subscription. See
    /// ``StreamPublisher``.
    public var publisher: StreamPublisher<Element> { StreamPublisher(asObservable()) }
  }

  /// A stream as a Combine publisher.
  ///
  /// It is returned by `publisher` of a single, an observable or a subject.
  ///
  /// A subscriber receives at most as many elements as it has demanded. All other elements are buffered without a
  /// limit. The completion comes after the buffered elements. Calls to a subscriber are serial; they come from the
  /// thread on which the stream delivers or on which the subscriber demands more. Failed requests complete with a
  /// `NetworkError`.
  public struct StreamPublisher<Output: Sendable>: Publisher, Sendable {
    /// Any error of a stream.
    public typealias Failure = any Error

    private let source: Observable<Output>

    init(_ source: Observable<Output>) { self.source = source }

    /// Subscribes to the stream for the subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == any Error {
      let subscription = StreamSubscription<Output>(
        receive: { subscriber.receive($0).max },
        complete: { ending in
          switch ending {
          case .completed: subscriber.receive(completion: .finished)
          case .failed(let error): subscriber.receive(completion: .failure(error))
          }
        })
      subscriber.receive(subscription: subscription)
      subscription.begin(source)
    }
  }

  /// The subscription of one subscriber: the shell of a ``PublishedElements``.
  private final class StreamSubscription<Element: Sendable>: Combine.Subscription, Sendable {
    /// The subscriber.
    ///
    /// Only the delivering thread calls it; `PublishedElements` guarantees that there is one at a time.
    private struct Receiver: @unchecked Sendable {
      /// Delivers an element and returns the additional demand.
      ///
      /// Nil means unlimited.
      let receive: (Element) -> Int?
      let complete: (StreamEnding) -> Void
    }

    private struct State: Sendable {
      var elements = PublishedElements<Element>()
      var receiver: Receiver?
      var upstream: (any Disposable)?
    }

    private enum Step: Sendable {
      case element(Element, Receiver)
      case end(StreamEnding, Receiver)
    }

    private let state: Lock<State>

    init(receive: @escaping (Element) -> Int?, complete: @escaping (StreamEnding) -> Void) {
      state = Lock(State(receiver: Receiver(receive: receive, complete: complete)))
    }

    func begin(_ source: Observable<Element>) {
      // Stops a source that emits synchronously in `subscribe` if the subscriber cancels meanwhile.
      let upstream = source.take(while: { _ in self.isWanted }).subscribe(
        onNext: { self.take($0) }, onError: { self.end(.failed($0)) }, onCompleted: { self.end(.completed) })
      let isWanted = state.withLock { state in
        if state.receiver != nil { state.upstream = upstream }
        return state.receiver != nil
      }
      if !isWanted { upstream.dispose() }
    }

    func request(_ demand: Subscribers.Demand) {
      state.withLock { $0.elements.demand(demand.max) }
      deliver()
    }

    func cancel() {
      // Buffered elements are released outside the lock.
      let left = state.withLock { state in
        defer { state = State() }
        return state
      }
      left.upstream?.dispose()
    }

    private var isWanted: Bool { state.withLock { $0.receiver != nil } }

    private func take(_ element: Element) {
      state.withLock { state in
        if state.receiver != nil { state.elements.append(element) }
      }
      deliver()
    }

    private func end(_ ending: StreamEnding) {
      state.withLock { $0.elements.end(ending) }
      deliver()
    }

    /// Delivers what can be delivered.
    ///
    /// If another thread is already delivering, that thread continues.
    private func deliver() {
      while let step = nextStep() {
        switch step {
        case .element(let element, let receiver):
          let more = receiver.receive(element)
          state.withLock { $0.elements.delivered(demanding: more) }
        case .end(let ending, let receiver):
          cancel()
          receiver.complete(ending)
        }
      }
    }

    private func nextStep() -> Step? {
      state.withLock { state in
        guard let receiver = state.receiver else { return nil }
        return switch state.elements.step() {
        case .nothing: nil
        case .element(let element): .element(element, receiver)
        case .end(let ending): .end(ending, receiver)
        }
      }
    }
  }
#endif
