import Foundation
import Net
public import Stream

/// The values of a resource: first the stored value, then each new value.
///
/// See ``StreamRequest/updates(of:)``.
///
/// It is an observable with two more methods.
///
/// ```swift
/// let items = network.stream.get("items").updates(of: [Item].self)
///   .refreshed(on: pulls)
///   .polling(every: .seconds(60), scheduler: .main)
/// ```
public struct Updates<Value: Decodable & Sendable>: ObservableType {
  /// The type of the elements.
  public typealias Element = Loaded<Value>

  private let request: StreamRequest
  /// Each element of these sends a request to the network.
  private var triggers: [Observable<Void>] = []

  init(_ request: StreamRequest) { self.request = request }

  /// Asks the network again for each element of another stream, such as a pull to refresh.
  ///
  /// ```swift
  /// let items = network.stream.get("items").updates(of: [Item].self).refreshed(on: pulls)
  /// ```
  ///
  /// ```text
  /// pulls      -----1--------2---
  /// updates    s-c-------------n-     s: stale, c: the same value, current; n: a new value
  /// ```
  ///
  /// A request with the validators of the last response is sent, even if that is still fresh, unless the cache mode
  /// says otherwise. An unchanged resource emits nothing, with one exception: if the last element was stale or had a
  /// failure, the value is emitted once more as current, without decoding, because the stream does not complete to say
  /// so. A failed request repeats the last value with its ``Loaded/failure``, and the stream continues. Before the first
  /// value there is nothing to repeat, so it fails: with `retry(when:)` the next trigger can start it again. `cancelAll()`
  /// of the session ends it with a `NetworkError`, even between two requests, and so does `finish()` when the last
  /// running request has ended. Elements that arrive while a request is under way are ignored. The stream completes
  /// when the trigger has, and fails with it.
  public func refreshed<Trigger: ObservableConvertible>(on trigger: Trigger) -> Updates {
    var updates = self
    updates.triggers.append(trigger.asObservable().map { _ in })
    return updates
  }

  /// Sends a request to the network once per period.
  ///
  /// ```swift
  /// let score = network.stream.get("score").updates(of: Score.self).polling(every: .seconds(10), scheduler: .main)
  /// ```
  ///
  /// It acts as ``refreshed(on:)`` with a timer: with `If-None-Match` an unchanged resource costs a 304, and emits
  /// nothing if the last element was current. A request that takes longer than the period delays the next one. The
  /// stream does not complete.
  public func polling(every period: Duration, scheduler: some Scheduler) -> Updates {
    refreshed(on: Observable<Int>.interval(period, scheduler: scheduler))
  }

  /// Returns the values as an observable.
  public func asObservable() -> Observable<Loaded<Value>> {
    let (request, triggers) = (request, triggers)
    guard !triggers.isEmpty else {
      return .deferred {
        let series = RequestSeries()
        return UpdatesRun<Value>(request.with { $0.series = series }, continues: false).start()
      }
    }
    return .deferred {
      let halt = PublishSubject<Never>()
      let series = RequestSeries { halt.onError($0) }
      let run = UpdatesRun<Value>(request.with { $0.series = series }, continues: true)
      let refreshes = triggers.map { trigger in trigger.map { run.refresh() } }
      return Observable<Observable<Loaded<Value>>>.merge([.just(run.start())] + refreshes).flatMapFirst { $0 }
        .take(until: halt)
        .do(onDispose: { series.close() })
    }
  }
}

extension StreamRequest {
  /// Returns the decoded body: what is stored at once, and then what the network has, if it is different.
  ///
  /// Use it for a screen that must show something immediately, even without a network.
  ///
  /// ```swift
  /// let items = network.stream.get("items").updates(of: [Item].self)
  /// ```
  ///
  /// ```text
  /// nothing stored         ---n|
  /// stored and fresh       s|
  /// stale, changed         s--n|
  /// stale, unchanged       s--|
  /// stale, and no network  s--f|    f: the stored value with a failure
  /// ```
  ///
  /// A fresh stored value is emitted, and the stream completes. A stale one is emitted and validated: an unchanged
  /// representation (304, or an equal body) completes without decoding a second time. If the network fails, the stored
  /// value is repeated with the ``Loaded/failure``; with nothing stored, the stream fails with the `NetworkError`.
  /// Completion without a failure means that the last value is current.
  ///
  /// The values are stored by the cache of the session (`SessionConfiguration.cache`). Without a cache, there is one
  /// value, from the network. A response with `no-cache`, or a stale one with `must-revalidate`, is not emitted before
  /// it is validated (RFC 9111 section 4.2.4). A stored response that cannot be decoded is requested again, whatever is
  /// fresh. Disposing cancels the request.
  ///
  /// The cache mode of the request, or else that of its session, holds for each request that the stream sends. With
  /// `onlyCached` none uses the network; a stale value is emitted, and is not validated. With `reload` and `revalidate`
  /// the first value is the network's, because nothing stored is used before the server has confirmed it.
  public func updates<Value: Decodable & Sendable>(of type: Value.Type = Value.self) -> Updates<Value> {
    Updates(self)
  }
}
