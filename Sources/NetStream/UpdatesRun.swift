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
  private let last = SharedLock<Last?>(nil)

  init(_ request: StreamRequest) { self.request = request }

  /// Emits the stored value, and sends a request to the network unless that value is fresh.
  func start() -> Observable<Loaded<Value>> {
    Observable.deferred { [self] in
      let probe = request.with {
        $0.cacheMode = .onlyCached
        $0.isProbe = true
      }
      return responses(probe, UndecodedSerializer<Value>()).asObservable().flatMap { [self] response in
        guard let stored = stored(in: response) else { return ask() }
        return stored.isStale ? Observable.just(stored).concat(refresh()) : Observable.just(stored)
      }
    }
  }

  /// Checks with the network whether the last value is current; emits nothing if it is.
  func refresh() -> Observable<Loaded<Value>> {
    Observable.deferred { [self] in
      guard let last = last.withLock({ $0 }) else { return ask() }
      let validation = request.with { $0.cacheMode = .revalidate }
      return responses(validation, KnownSerializer(value: last.loaded.value, body: last.body))
        .asObservable()
        .flatMap { [self] response -> Observable<Loaded<Value>> in
          switch response.result {
          case .success(let value):
            // A mock may deliver values without bytes.
            if let data = response.data, !data.isEmpty, data == last.body { return confirmed(last) }
            return .just(keep(Loaded(value), response.data))
          case .failure(let error):
            self.last.withLock { $0?.hasFailed = true }
            var loaded = last.loaded
            loaded.failure = error
            return .just(loaded)
          }
        }
    }
  }

  /// Requests the first value.
  private func ask() -> Observable<Loaded<Value>> {
    responses(request, .decodable(of: Value.self)).asObservable().flatMap { [self] response in
      switch response.result {
      case .success(let value):
        let origin = Loaded<Value>.Origin(response.cacheStatus) ?? .network
        return Observable.just(keep(Loaded(value, origin: origin), response.data))
      case .failure(let error): return Observable.error(error)
      }
    }
  }

  /// The value is current: nothing is emitted, unless the last element had a failure.
  private func confirmed(_ last: Last) -> Observable<Loaded<Value>> {
    var current = last
    if last.loaded.isStale { current.loaded.origin = .stored(age: .zero, isStale: false) }
    current.hasFailed = false
    self.last.withLock { [current] in $0 = current }
    return last.hasFailed ? .just(current.loaded) : .empty()
  }

  private func keep(_ loaded: Loaded<Value>, _ body: Data?) -> Loaded<Value> {
    last.withLock { $0 = Last(loaded: loaded, body: body ?? Data()) }
    return loaded
  }

  /// Returns the stored value, unless there is none or it cannot be decoded.
  private func stored(in response: DataResponse<ReceivedResponse>) -> Loaded<Value>? {
    guard let received = response.value, let origin = Loaded<Value>.Origin(response.cacheStatus),
      let value = try? DecodableSerializer<Value>().serialize(received)
    else { return nil }
    return keep(Loaded(value, origin: origin), received.data)
  }

  /// Sends a request, and emits its response, successful or failed.
  private func responses<Serializer: ResponseSerializer>(
    _ request: StreamRequest, _ serializer: Serializer
  ) -> Single<DataResponse<Serializer.Value>> {
    Single.createLate { observer in
      let sent = request.makeRequest()
      sent.response(delivery: .inline, responseSerializer: serializer) { observer(.success($0)) }
      return { sent.cancel() }
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

/// Accepts the media type from which a value is decoded, but does not decode it.
private struct UndecodedSerializer<Value: Decodable & Sendable>: ResponseSerializer {
  var accept: String? { DecodableSerializer<Value>().accept }

  func serialize(_ response: ReceivedResponse) -> ReceivedResponse { response }
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
