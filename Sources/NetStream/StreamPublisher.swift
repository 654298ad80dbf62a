#if canImport(Combine)
  public import Combine
  import Net
  public import Stream

  extension ObservableConvertible {
    /// This stream as a publisher of Combine.
    ///
    /// ```swift
    /// let subscription = network.stream.get("user").object(as: User.self).publisher
    ///   .receive(on: DispatchQueue.main)
    ///   .sink(receiveCompletion: { end in print(end) }, receiveValue: { user in show(user) })
    /// ```
    ///
    /// Each subscriber subscribes to the stream anew, and cancelling disposes. The rest is said at ``StreamPublisher``.
    public var publisher: StreamPublisher<Element> { StreamPublisher(asObservable()) }
  }

  /// A stream as a publisher of Combine: what `publisher` of a single, an observable or a subject gives.
  ///
  /// A subscriber is given no more than it has demanded; what comes meanwhile is kept, all of it. The end comes behind
  /// what was kept. A subscriber is called one call at a time, where the stream delivers or where it demands more.
  /// Failures of requests are a `NetworkError`.
  public struct StreamPublisher<Output: Sendable>: Publisher, Sendable {
    /// Any error that a stream ends with.
    public typealias Failure = any Error

    private let source: Observable<Output>

    init(_ source: Observable<Output>) { self.source = source }

    /// Subscribes to the stream on behalf of the subscriber.
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

  /// The subscription of one subscriber: the shell around a ``PublishedElements``.
  private final class StreamSubscription<Element: Sendable>: Combine.Subscription, Sendable {
    /// The subscriber. Only the thread that delivers calls it: `PublishedElements` guards that there is one at a time.
    private struct Receiver: @unchecked Sendable {
      /// Hands over an element, and tells how many more are wanted; nil for any number.
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
      // A source that sends inside `subscribe` ends there when it is cancelled meanwhile.
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
      // All that is kept goes outside the lock.
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

    /// Hands on what may be handed on, unless a thread is at it, which then goes on with this.
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
