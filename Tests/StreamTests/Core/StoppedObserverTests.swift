import Stream
import TestSupport
import Testing

/// An observer that has stopped releases what its closures captured, even if the producer continues and the
/// subscription is kept (law 2).
@Suite struct StoppedObserverTests {
  enum Stop: CaseIterable {
    case completion
    case error
    case disposal
    /// The downstream wants no more elements.
    case refusal
  }

  /// A form of `subscribe`, whose closures capture a token.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let subscribe: @Sendable (Observable<Int>, Token) -> any Disposable

    static let all: [Form] = [
      Form(testDescription: "onNext") { source, token in
        source.subscribe(onNext: { _ in withExtendedLifetime(token) {} })
      },
      Form(testDescription: "onError and onCompleted") { source, token in
        source.subscribe(
          onError: { _ in withExtendedLifetime(token) {} }, onCompleted: { withExtendedLifetime(token) {} })
      },
      Form(testDescription: "onDisposed") { source, token in
        source.subscribe(onDisposed: { withExtendedLifetime(token) {} })
      },
      Form(testDescription: "event") { source, token in
        source.subscribe { _ in withExtendedLifetime(token) {} }
      },
      Form(testDescription: "observer") { source, token in
        source.subscribe(AnyObserver { _ in withExtendedLifetime(token) {} })
      },
      Form(testDescription: "single") { source, token in
        source.asSingle().subscribe(
          onSuccess: { _ in withExtendedLifetime(token) {} },
          onFailure: { _ in withExtendedLifetime(token) {} })
      },
    ]
  }

  @Test(arguments: Form.all, Stop.allCases)
  func capturesAreReleasedWhenTheObserverStops(_ form: Form, _ stop: Stop) {
    let source = TrackedSource<Int>()
    weak var captured: Token?
    let subscription: any Disposable
    do {
      let token = Token()
      captured = token
      let observable = stop == .refusal ? source.observable.take(1) : source.observable
      subscription = form.subscribe(observable, token)
    }
    expectNotNil(captured)
    switch stop {
    case .completion: source.onCompleted()
    case .error: source.onError(Boom())
    case .disposal: subscription.dispose()
    case .refusal: source.onNext(1)
    }
    // The producer still has its observer, and the test the subscription.
    expectNil(captured)
    source.onNext(2)
    withExtendedLifetime(subscription) {}
  }
}
