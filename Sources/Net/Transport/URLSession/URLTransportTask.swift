import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The shell around ``URLTaskState``: calls arrive from anywhere, and everything happens on the transport's
/// queue.
final class URLTransportTask: TransportTask {
  private struct Contents {
    var state: URLTaskState
    var receiver: (any TransportReceiver)?
    var transport: URLSessionTransport?
    var request: TransportRequest?
    var urlTask: URLSessionTask?
  }

  private let contents: Lock<Contents>

  init(
    _ request: TransportRequest, receiver: any TransportReceiver, bufferLimit: Int,
    transport: URLSessionTransport
  ) {
    contents = Lock(
      Contents(
        state: URLTaskState(bodyLength: request.body.count, bufferLimit: bufferLimit), receiver: receiver,
        transport: transport, request: request))
  }

  func resume() { onQueue { $0.start() } }

  func pause() {
    contents.withLock { $0.state.pause() }
  }

  func proceed() {
    let pauses = contents.withLock { $0.state.pauses }
    onQueue { $0.handle { $0.proceed(from: pauses) } }
  }

  func cancel() {
    // Now, because what has arrived already waits on the queue before the cancellation.
    contents.withLock { $0.state.callOff() }
    onQueue { $0.handle { $0.cancel() } }
  }

  private func onQueue(_ action: @escaping @Sendable (URLTransportTask) -> Void) {
    // Without a transport it has ended.
    contents.withLock({ $0.transport })?.queue.async { action(self) }
  }

  private func start() {
    let taken = contents.withLock { contents in
      defer { contents.request = nil }
      return contents.request.flatMap { request in contents.transport.map { (request, $0) } }
    }
    guard let (request, transport) = taken else { return }
    switch request.body {
    case .none, .data: keep(transport.start(self, sending: request))
    case .file, .stream: prepareBody(of: request)
    }
  }

  /// Opens the body, which may take its time, on a queue of its own, and sends the request then.
  private func prepareBody(of request: TransportRequest) {
    let queue = DispatchQueue(label: "Net.URLSessionTransport.body")
    queue.async {
      let body = Result {
        try PreparedBody(
          request.body, on: queue, while: { self.isPreparing() },
          onFailure: { error in self.onQueue { $0.bodyFailed(error) } })
      }
      self.onQueue { $0.send(request, body) }
    }
  }

  /// Tells that a piece of the body has been read; false when nobody waits for it any more.
  private func isPreparing() -> Bool {
    onQueue { $0.handle { $0.preparing() } }
    return contents.withLock { $0.transport != nil }
  }

  private func bodyFailed(_ error: any Error) { contents.withLock { $0.state.bodyFailed(error) } }

  private func send(_ request: TransportRequest, _ body: Result<PreparedBody, any Error>) {
    // Without a transport it has been called off meanwhile.
    guard let transport = contents.withLock({ $0.transport }) else { return }
    switch body {
    case .success(let body):
      contents.withLock { $0.state.prepared(bodyLength: body.count) }
      keep(transport.start(self, sending: request, body))
    case .failure(let error):
      handle { state in
        state.bodyFailed(error)
        return state.completed(error)
      }
    }
  }

  private func keep(_ urlTask: URLSessionTask) {
    contents.withLock { $0.urlTask = urlTask }
  }

  /// Takes note of something, on the transport's queue, and tells the receiver what comes of it.
  func handle(_ input: @Sendable (inout URLTaskState) -> URLTaskState.Answer) {
    let (answer, receiver, cancelled) = contents.withLock { contents in
      var answer = input(&contents.state)
      if answer.cancelsTask, contents.urlTask == nil {
        // It was never sent, and never will be; nobody else will tell of its end.
        contents.request = nil
        answer = contents.state.completed(nil)
      }
      let cancelled = answer.cancelsTask ? contents.urlTask.map { ($0, contents.transport) } : nil
      let parties = (answer, contents.receiver, cancelled)
      if answer.events.contains(where: \.isLast) {
        contents.receiver = nil
        contents.transport = nil
        contents.urlTask = nil
        contents.request = nil
      }
      return parties
    }
    if let (urlTask, transport) = cancelled {
      // Never inside another callback: a task that is completing at that moment upsets Linux.
      transport?.queue.async { urlTask.cancel() }
    }
    for event in answer.events { receiver?.receive(event) }
  }
}
