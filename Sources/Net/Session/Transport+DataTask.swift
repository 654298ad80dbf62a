public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Transport {
  /// Creates a task that fetches a URL and calls the handler once.
  ///
  /// It has no validation, retries, redirects and timeouts. For these use a ``NetworkSession``.
  ///
  /// ```swift
  /// let task = transport.dataTask(with: url) { data, response, error in
  ///   print(response?.statusCode ?? 0, data?.count ?? 0)
  /// }
  /// task.resume()
  /// ```
  ///
  /// The completion handler is called exactly once, on a thread of the transport, even after `cancel()`. With an error,
  /// response and data are what has been received, or nil if no head has arrived.
  public func dataTask(
    with url: URL,
    completionHandler: @escaping @Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void
  ) -> TransportDataTask {
    dataTask(with: TransportRequest(url: url), completionHandler: completionHandler)
  }

  /// Creates a task that sends Foundation's request and calls the handler once.
  ///
  /// A request without a URL fails when it is resumed. A body stream is sent once.
  public func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void
  ) -> TransportDataTask {
    guard let request = TransportRequest(request) else {
      return TransportDataTask(UnsendableTask(URLError(.badURL), completionHandler))
    }
    return dataTask(with: request, completionHandler: completionHandler)
  }

  /// Creates a task that sends the request and calls the handler once.
  ///
  /// An invalid request fails with an ``InvalidRequest`` when it is resumed. A response body of more than 256 MiB fails
  /// with a ``NetworkError``, ``TransferFailure/bodyTooLarge(limit:)``, and the connection is closed.
  public func dataTask(
    with request: TransportRequest,
    completionHandler: @escaping @Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void
  ) -> TransportDataTask {
    do throws(InvalidRequest) {
      let request = try request.validated()
      let collector = DataCollector(url: request.url, completionHandler: completionHandler)
      return TransportDataTask(task(for: request, receiver: collector), collector)
    } catch {
      return TransportDataTask(UnsendableTask(error, completionHandler))
    }
  }
}

/// A task that fetches a complete response, created by ``Transport/dataTask(with:completionHandler:)-(URL,_)``.
public final class TransportDataTask: Sendable {
  private let task: any TransportTask
  private let collector: DataCollector?

  fileprivate init(_ task: any TransportTask, _ collector: DataCollector? = nil) {
    self.task = task
    self.collector = collector
  }

  /// Sends the request.
  ///
  /// Further calls have no effect.
  public func resume() {
    // Only now, because task and collector retain each other until the end, which a task that is never resumed does not
    // reach.
    collector?.keep(task)
    task.resume()
  }

  /// Closes the connection.
  ///
  /// The completion handler gets a `CancellationError` unless it was already called.
  public func cancel() { task.cancel() }
}

/// Collects the events of a task until its end.
private final class DataCollector: TransportReceiver {
  private struct State: Sendable {
    var head: ResponseHead?
    var data = Data()
    /// The task, to be cancelled if the body exceeds the limit.
    var task: (any TransportTask)?
    var completionHandler: (@Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void)?
  }

  private let url: URL
  private let state: Lock<State>

  init(
    url: URL, completionHandler: @escaping @Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void
  ) {
    self.url = url
    state = Lock(State(completionHandler: completionHandler))
  }

  /// The default limit of a session.
  private static let maximumBodySize = SessionConfiguration().maximumBodySize ?? .max

  func keep(_ task: any TransportTask) {
    state.withLock { state in if state.completionHandler != nil { state.task = task } }
  }

  func receive(_ event: TransportEvent) {
    switch event {
    case .head(let head):
      state.withLock { state in
        state.head = head
        state.data = Data()
      }
    case .body(let chunk):
      let (isOver, task) = state.withLock { state in
        let rest = Self.maximumBodySize - state.data.count
        state.data.append(chunk.prefix(rest))
        return (chunk.count > rest, state.task)
      }
      guard isOver else { return }
      complete(NetworkError(.transfer(.bodyTooLarge(limit: Self.maximumBodySize))))
      task?.cancel()
    case .finished: complete(nil)
    case .failed(let error, _): complete(error)
    case .sent, .interim, .trailers, .redirect: break
    }
  }

  private func complete(_ error: (any Error)?) {
    // All of it, so that the task is released without the lock held.
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    var head = ended.head
    if ended.head?.url == nil { head?.url = url }
    ended.completionHandler?(head.map { _ in ended.data }, head?.httpURLResponse, error)
  }
}

/// A task whose request cannot be sent.
private final class UnsendableTask: TransportTask {
  private let completionHandler: Lock<(@Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void)?>

  private let error: any Error

  init(
    _ error: any Error,
    _ completionHandler: @escaping @Sendable (Data?, HTTPURLResponse?, (any Error)?) -> Void
  ) {
    self.error = error
    self.completionHandler = Lock(completionHandler)
  }

  func resume() { end(with: error) }
  func pause() {}
  func proceed() {}
  func cancel() { end(with: CancellationError()) }

  private func end(with error: any Error) {
    completionHandler.withLock { $0.take() }?(nil, nil, error)
  }
}
