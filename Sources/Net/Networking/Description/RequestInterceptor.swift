public import Foundation

/// The part of a ``RequestInterceptor`` that changes a request before each attempt, for example adds a token or signs
/// it.
///
/// Conform to ``RequestInterceptor``, whose methods all have defaults: sessions and requests do not accept an
/// adapter alone.
///
/// ```swift
/// struct TokenAdapter: RequestInterceptor {
///   let token: String
///
///   func adapt(
///     _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
///   ) {
///     var request = request
///     request.headers.update(.authorization(bearerToken: token))
///     completion(.success(request))
///   }
/// }
/// ```
///
/// An adapter always receives the original request, so changes of earlier attempts do not accumulate. The adapted
/// request is validated: an invalid method, a header field with a line break or a `GET` with a body fails the request
/// with ``NetworkError/Reason/invalidRequest(_:)``.
///
/// A redirect is followed with the adapted request, without the fields that are meant for one origin. If the change
/// depends on the URL, as a signature does, set ``adaptsRedirects`` to run the adapter for each redirect.
public protocol RequestAdapter: Sendable {
  /// Whether the adapter also runs for each redirect that is followed. The default is false.
  ///
  /// Its earlier changes are undone first: fields that it added, changed or removed, the body and the method. Then what
  /// the redirect removes is removed, such as credentials, and the adapter adapts the request to the new URL. It is
  /// called for redirects to other origins, too, so check the host before you add anything that only some hosts may
  /// receive:
  ///
  /// ```swift
  /// struct SigningAdapter: RequestInterceptor {
  ///   let sign: @Sendable (TransportRequest) -> String
  ///   var adaptsRedirects: Bool { true }
  ///
  ///   func adapt(
  ///     _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ///   ) {
  ///     guard request.url.host?.hasSuffix(".example.com") == true else { return completion(.success(request)) }
  ///     var signed = request
  ///     signed.headers.update(name: "Authorization", value: sign(request))
  ///     completion(.success(signed))
  ///   }
  /// }
  /// ```
  ///
  /// The closure of a ``RedirectPolicy`` receives the request before it is adapted again.
  var adaptsRedirects: Bool { get }

  /// Adapts a request and passes the result, or the error that fails the request, to the completion handler on any
  /// thread. Only the first call of the handler counts. Until then the request waits; its total timeout and
  /// cancellation still end it.
  func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void)
}

extension RequestAdapter {
  /// False: the adapter runs once for each attempt.
  public var adaptsRedirects: Bool { false }
}

/// The part of a ``RequestInterceptor`` that decides whether a failed request is sent again.
///
/// Conform to ``RequestInterceptor``, whose methods all have defaults: sessions and requests do not accept a
/// retrier alone.
///
/// ```swift
/// struct TeapotRetrier: RequestInterceptor {
///   func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
///     completion(failure.error.response?.status == 418 ? .retry(after: .seconds(1)) : .pass)
///   }
/// }
/// ```
public protocol RequestRetrier: Sendable {
  /// Passes the decision to the completion handler on any thread. Only the first call of the handler counts. Until then
  /// the request waits; its total timeout and cancellation still end it. It is not called for a mistake of the program
  /// that the transport reports, such as a URL that it cannot send to, or in a test a request without a stub.
  func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void)
}

/// A policy of a session or request that prepares the request, adapts it and decides about retries.
///
/// By default each step does nothing, so a method with another signature compiles and is never called. These are
/// called:
///
/// ```text
/// func prepare(_ request: inout TransportRequest)
/// func adapt(_ request: TransportRequest, completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void)
/// func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void)
/// ```
///
/// For `async` methods conform to ``AsyncRequestInterceptor``.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {
  /// Changes the request once, before its first attempt. The change is the same for all attempts.
  ///
  /// Adapters receive the prepared request. It is called synchronously by the call that starts the request, so it must
  /// not block.
  func prepare(_ request: inout TransportRequest)
}

extension RequestInterceptor {
  /// Leaves the request unchanged.
  public func prepare(_ request: inout TransportRequest) {}

  /// Sends the request unchanged.
  public func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    completion(.success(request))
  }

  /// Leaves the decision to the next policy.
  public func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
    completion(.pass)
  }
}

/// The failed attempt that a retrier decides about.
public struct RetryContext: Sendable {
  /// The error of the attempt, with the request that was sent and the response that was received.
  ///
  /// Its reason is never ``NetworkError/Reason/serialization(_:)`` of a serializer: serializers run after the last
  /// attempt. To retry a response, or refresh its credential, because of its content, reject it with
  /// ``NetworkRequesting/validate(_:)`` or ``ValidationRules/custom``.
  public var error: NetworkError
  /// The number of times the request has been sent.
  public var attempts: Int
  /// The time since the request started.
  public var elapsed: Duration
  /// The date and time of the decision by the session's clock, with which dates in the response are compared.
  public var date: Date

  /// Creates a context.
  public init(error: NetworkError, attempts: Int, elapsed: Duration, date: Date = Date()) {
    self.error = error
    self.attempts = attempts
    self.elapsed = elapsed
    self.date = date
  }
}

/// The decision of a retrier.
public enum RetryDecision: Sendable {
  /// Send the request again after the delay. Zero means immediately.
  ///
  /// The request fails instead if its body cannot be sent again, or if it has been performed: a redirect has answered a
  /// request that is not idempotent, such as a `POST`, with a `GET`, and there is no `Idempotency-Key`.
  case retry(after: Duration)
  /// Ask the next retrier. If there is none, the request fails.
  case pass
  /// Fail the request without asking further retriers.
  case stop
  /// Fail the request with this error instead.
  case fail(any Error)
}
