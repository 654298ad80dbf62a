import Foundation

/// An interceptor that sends the fields `traceparent` and `tracestate`, so that a service can connect its own records
/// with the request (W3C Trace Context, levels 1 and 2).
///
/// ```swift
/// configuration.interceptors.append(TraceContextInterceptor(origins: ["https://api.example.com"]))
/// ```
///
/// Each request starts a trace, unless it has a valid `traceparent` already or `current` returns one, which are
/// continued. Each attempt and each redirect has its own span identifier. The fields are sent only to the origins
/// that are listed, because they let a service recognize a client; to another origin none is sent, not even one that
/// the caller set.
///
/// Add it after interceptors that set `traceparent`.
public struct TraceContextInterceptor: RequestInterceptor {
  private let origins: Set<String>?
  private let isSampled: Bool
  private let current: @Sendable () -> TraceContext?
  private let generator: @Sendable () -> any RandomNumberGenerator
  private let report: @Sendable (TransportRequest, TraceContext) -> Void

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - origins: The origins that receive the fields, such as `https://api.example.com`. Nil means all origins.
  ///   - isSampled: Whether traces that are started are marked as recorded.
  ///   - current: Returns the context to continue, for example that of the request that a server handles. It is called
  ///     once for each request, by the call that starts it.
  ///   - generator: Creates the generator of identifiers.
  ///   - report: Called with each request and its context, for an adapter of a tracing library.
  public init(
    origins: Set<String>?, isSampled: Bool = true, current: @escaping @Sendable () -> TraceContext? = { nil },
    generator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() },
    report: @escaping @Sendable (TransportRequest, TraceContext) -> Void = { _, _ in }
  ) {
    self.origins = origins.map { Set($0.map { URL(string: $0)?.originText ?? $0 }) }
    self.isSampled = isSampled
    self.current = current
    self.generator = generator
    self.report = report
  }

  /// Redirects get a span identifier, too, or lose the fields.
  public var adaptsRedirects: Bool { true }

  /// Starts or continues the trace of the request; all its attempts belong to it.
  public func prepare(_ request: inout TransportRequest) {
    guard isAllowed(request.url) else { return Self.remove(from: &request) }
    let isOne = request.headers.values(for: Self.traceparent).count == 1
    let given = isOne ? Self.context(of: request) : nil
    var numbers = Numbers(generator())
    let continued = given ?? current()
    // Redirects and further attempts are copies of this request, and have the same parent.
    request.parentSpanID = continued?.spanID
    Self.set(continued ?? TraceContext(isSampled: isSampled, using: &numbers), in: &request)
  }

  /// Assigns a span identifier to the attempt.
  public func adapt(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    var request = request
    guard isAllowed(request.url), let context = Self.context(of: request) else {
      Self.remove(from: &request)
      return completion(.success(request))
    }
    var numbers = Numbers(generator())
    let child = context.child(using: &numbers)
    Self.set(child, in: &request)
    report(request, child)
    completion(.success(request))
  }

  private static let traceparent = "traceparent"
  private static let tracestate = "tracestate"

  private func isAllowed(_ url: URL) -> Bool { origins?.contains(url.originText) ?? true }

  private static func context(of request: TransportRequest) -> TraceContext? {
    let states = request.headers.values(for: tracestate).joined(separator: ",")
    return request.headers.firstValue(for: traceparent).flatMap {
      TraceContext(traceparent: $0, tracestate: states)
    }
  }

  private static func remove(from request: inout TransportRequest) {
    request.headers.remove(name: traceparent)
    request.headers.remove(name: tracestate)
  }

  private static func set(_ context: TraceContext, in request: inout TransportRequest) {
    request.headers.update(name: traceparent, value: context.traceparent)
    let state = context.state.description
    if state.isEmpty {
      request.headers.remove(name: tracestate)
    } else {
      request.headers.update(name: tracestate, value: state)
    }
  }

  /// A generator of unknown type.
  private struct Numbers: RandomNumberGenerator {
    private var base: any RandomNumberGenerator

    init(_ base: any RandomNumberGenerator) { self.base = base }

    mutating func next() -> UInt64 { base.next() }
  }
}
