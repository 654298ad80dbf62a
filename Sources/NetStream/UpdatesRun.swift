import Foundation
import Net
import Stream

/// One subscription of ``Updates``: the last value, and the requests that replace it.
final class UpdatesRun<Value: Decodable & Sendable>: Sendable {
  /// The last value, and the bytes that it was decoded from.
  private struct Last: Sendable {
    var loaded: Loaded<Value>
    var body: Data
    /// Whether the element emitted last had a failure.
    var hasFailed = false
  }

  private let request: StreamRequest
  /// Whether the stream continues when the value is current, so that its completion cannot say so.
  private let continues: Bool
  private let last = SharedLock<Last?>(nil)

  init(_ request: StreamRequest, continues: Bool) {
    self.request = request
    self.continues = continues
  }

  /// Whether it is known that the network must not be used.
  ///
  /// The session may forbid the network, too. Then its requests get stored responses.
  private var isOffline: Bool { request.description.cacheMode == .onlyCached }

  /// Emits the stored value, and sends a request to the network unless that value is fresh.
  func start() -> Observable<Loaded<Value>> {
    Observable.deferred { [self] in
      let probe = request.with { $0.isProbe = true }
      return probe.outcome(StoredSerializer<Value>()).asObservable().flatMap { [self] response in
        show(response)
      }
    }
  }

  /// Emits the value that the lookup in the cache has found, if any, and continues with the network.
  private func show(_ response: DataResponse<Value?>) -> Observable<Loaded<Value>> {
    if case .failure(let error) = response.result, !error.isOfStoredResponse { return .error(error) }
    guard case .success(let decoded) = response.result,
      let origin = Loaded<Value>.Origin(response.cacheStatus)
    else { return ask(request) }
    guard let value = decoded else {
      // The stored response cannot be decoded, and validating it would not change that.
      return ask(request.with { $0.leastMode = .reload })
    }
    let stored = keep(Loaded(value, origin: origin), response.data)
    return stored.isStale && !isOffline ? Observable.just(stored).concat(refresh()) : Observable.just(stored)
  }

  /// Checks with the network whether the last value is current.
  func refresh() -> Observable<Loaded<Value>> {
    Observable.deferred { [self] in
      guard let last = last.withLock({ $0 }) else { return ask(request) }
      let validation = request.with { $0.leastMode = .revalidate }
      return validation.outcome(KnownSerializer(value: last.loaded.value, body: last.body))
        .asObservable()
        .flatMap { [self] response -> Observable<Loaded<Value>> in
          switch response.result {
          case .success(let value):
            let origin = Loaded<Value>.Origin(response.cacheStatus) ?? .network
            // A mock may deliver values without bytes.
            if let data = response.data, !data.isEmpty, data == last.body {
              return confirmed(last, by: origin)
            }
            return .just(keep(Loaded(value, origin: origin), response.data))
          case .failure(let error):
            guard !error.endsSession else { return .error(error) }
            self.last.withLock { $0?.hasFailed = true }
            var loaded = last.loaded
            loaded.failure = error
            return .just(loaded)
          }
        }
    }
  }

  /// Requests the first value.
  private func ask(_ request: StreamRequest) -> Observable<Loaded<Value>> {
    request.outcome(.decodable(of: Value.self)).asObservable().flatMap { [self] response in
      switch response.result {
      case .success(let value):
        let origin = Loaded<Value>.Origin(response.cacheStatus) ?? .network
        return Observable.just(keep(Loaded(value, origin: origin), response.data))
      case .failure(let error): return Observable.error(error)
      }
    }
  }

  /// Called when the value is current: nothing is emitted, unless the last element says otherwise and no completion
  /// corrects it.
  private func confirmed(_ last: Last, by origin: Loaded<Value>.Origin) -> Observable<Loaded<Value>> {
    var confirmed = last
    confirmed.loaded.origin = origin
    confirmed.hasFailed = false
    replace(with: confirmed)
    let isNewlyCurrent = continues && last.loaded.isStale && !confirmed.loaded.isStale
    return last.hasFailed || isNewlyCurrent ? .just(confirmed.loaded) : .empty()
  }

  private func keep(_ loaded: Loaded<Value>, _ body: Data?) -> Loaded<Value> {
    replace(with: Last(loaded: loaded, body: body ?? Data()))
    return loaded
  }

  private func replace(with new: Last) {
    // Returned, so that the former value is released without the lock held.
    _ = last.withLock { last in
      defer { last = new }
      return last
    }
  }
}

extension NetworkError {
  /// Whether the session cancels or refuses its requests, so that another one must not follow.
  var endsSession: Bool {
    switch reason {
    case .cancelled, .sessionFinished: true
    default: false
    }
  }

  /// Whether the stored response is the reason why it could not be used, so that the network may have a better one.
  ///
  /// Otherwise the lookup was ended, or did not begin because an adapter failed. Another request would ignore the
  /// cancellation, or fail in the same way.
  fileprivate var isOfStoredResponse: Bool {
    switch reason {
    case .validation, .serialization, .transport(.body), .transfer, .redirect: response != nil
    case .cancelled, .timeout, .sessionFinished, .interceptor, .invalidRequest, .encoding, .transport: false
    }
  }
}

extension Loaded.Origin {
  /// Nil if the value does not come from the cache.
  fileprivate init?(_ status: CacheStatus?) {
    switch status {
    case .hit(let age)?: self = .stored(age: age, isStale: false)
    case .stale(let age, _)?: self = .stored(age: age, isStale: true)
    case .revalidated?, .miss?, .bypass?, .coalesced?, nil: return nil
    }
  }
}

/// Decodes a value, and returns nil instead of failing.
///
/// Its value is an optional of the caller's, so that a mock which delivers values without bytes knows it.
private struct StoredSerializer<Value: Decodable & Sendable>: ResponseSerializer {
  var accept: String? { DecodableSerializer<Value>().accept }

  func serialize(_ response: ReceivedResponse) -> Value? {
    try? DecodableSerializer<Value>().serialize(response)
  }
}

/// Decodes a body unless it equals the known one.
private struct KnownSerializer<Value: Decodable & Sendable>: ResponseSerializer {
  let value: Value
  let body: Data

  var accept: String? { DecodableSerializer<Value>().accept }

  func serialize(_ response: ReceivedResponse) throws -> Value {
    guard body.isEmpty || response.data != body else { return value }
    return try DecodableSerializer<Value>().serialize(response)
  }
}
