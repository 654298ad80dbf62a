import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A thread-safe wrapper of ``URLTaskState``.
///
/// Calls arrive on any thread, the transport's queue executes them, and one thread at a time of the transport's crew
/// delivers the events.
final class URLTransportTask: TransportTask {
  /// A task of Foundation to cancel, on the queue of its transport.
  fileprivate typealias Cancelled = (URLSessionTask, URLSessionTransport?)

  fileprivate struct Contents {
    var state: URLTaskState
    var inbox = EventInbox()
    var receiver: (any TransportReceiver)?
    var transport: URLSessionTransport?
    var request: TransportRequest?
    var urlTask: URLSessionTask?
    var crew: JobCrew?
    /// The request body while it is read into a file.
    var reading: SequenceReading?
  }

  private let contents: Lock<Contents>

  init(
    _ request: TransportRequest, receiver: any TransportReceiver, bufferLimit: Int,
    transport: URLSessionTransport
  ) {
    contents = Lock(
      Contents(
        state: URLTaskState(
          bodyLength: request.body.count, bufferLimit: bufferLimit, method: request.method),
        receiver: receiver, transport: transport, request: request, crew: transport.crew))
  }

  func resume() { onQueue { $0.start() } }

  func pause() {
    let (crew, cancelled) = contents.withLock { contents in
      contents.state.pause()
      contents.inbox.isPaused = true
      return contents.overflow()
    }
    crew?.add { self.deliver() }
    cancel(cancelled)
  }

  func proceed() {
    let (pauses, crew) = contents.withLock { contents in
      contents.inbox.isPaused = false
      return (contents.state.pauses, contents.inbox.begins() ? contents.crew : nil)
    }
    crew?.add { self.deliver() }
    onQueue { $0.handle { $0.proceed(from: pauses) } }
  }

  func cancel() {
    // Silenced here, because data that has already arrived is queued before the cancellation.
    let (dropped, crew, reading) = contents.withLock { contents in
      contents.state.silence()
      let dropped = contents.inbox.silence()
      return (dropped, contents.inbox.begins() ? contents.crew : nil, contents.reading.take())
    }
    reading?.cancel()
    // Released here, without a lock held.
    withExtendedLifetime(dropped) {}
    crew?.add { self.deliver() }
    onQueue { $0.handle { $0.cancel() } }
  }

  private func onQueue(_ action: @escaping @Sendable (URLTransportTask) -> Void) {
    // Without a transport the task has ended.
    contents.withLock({ $0.transport })?.queue.async { action(self) }
  }

  private func start() {
    let taken = contents.withLock { contents in
      defer { contents.request = nil }
      return contents.request.flatMap { request in contents.transport.map { (request, $0) } }
    }
    guard let (request, transport) = taken else { return }
    switch request.body {
    case .none, .data: send(request, nil, over: transport)
    case .file, .stream: prepareBody(of: request)
    }
  }

  /// Opens the body on a dedicated lane, because that may block, and then sends the request.
  private func prepareBody(of request: TransportRequest) {
    let lane = BlockingLane()
    let onFailure: @Sendable (any Error) -> Void = { error in self.onQueue { $0.bodyFailed(error) } }
    guard let reading = request.body.sequenceReading else {
      lane.add {
        let body = Result {
          try PreparedBody(request.body, on: lane, while: { self.isPreparing() }, onFailure: onFailure)
        }
        self.onQueue { $0.send(request, body) }
      }
      return
    }
    // Without a transport the task was cancelled meanwhile.
    let isNeeded = contents.withLock { contents in
      if contents.transport != nil { contents.reading = reading }
      return contents.transport != nil
    }
    guard isNeeded else { return }
    SpooledBody.spool(reading, on: lane, while: { self.isPreparing() }) { result in
      let body = result.map { PreparedBody($0, on: lane, onFailure: onFailure) }
      self.onQueue { $0.send(request, body) }
    }
  }

  /// Reports that a chunk of the body was read; returns false if the task has ended meanwhile.
  private func isPreparing() -> Bool {
    onQueue { $0.handle { $0.preparing() } }
    return contents.withLock { $0.transport != nil }
  }

  private func bodyFailed(_ error: any Error) { contents.withLock { $0.state.bodyFailed(error) } }

  private func send(_ request: TransportRequest, _ body: Result<PreparedBody, any Error>) {
    let (found, read) = contents.withLock { ($0.transport, $0.reading.take()) }
    withExtendedLifetime(read) {}
    // Without a transport the task was cancelled meanwhile.
    guard let transport = found else { return }
    switch body {
    case .success(let body):
      contents.withLock { $0.state.prepared(bodyLength: body.count) }
      send(request, body, over: transport)
    case .failure(let error):
      handle { state in
        state.bodyFailed(error)
        return state.completed(error)
      }
    }
  }

  private func send(
    _ request: TransportRequest, _ body: PreparedBody?, over transport: URLSessionTransport
  ) {
    do throws(InvalidRequest) {
      let urlTask = try transport.start(self, sending: request, body)
      contents.withLock { $0.urlTask = urlTask }
    } catch {
      handle { $0.completed(error) }
    }
  }

  /// Whether the head of the response has arrived.
  var hasHead: Bool { contents.withLock { $0.state.hasHead } }

  /// Processes an input on the transport's queue, and adds the resulting events.
  func handle(_ input: @Sendable (inout URLTaskState) -> URLTaskState.Answer) {
    // Specialized for each input, so it is short.
    finish(contents.withLock { $0.take(input(&$0.state)) })
  }

  @inline(never)
  private func finish(_ consequence: Consequence) {
    // What a body refers to may cancel the task when it is released, so no lock is held.
    withExtendedLifetime(consequence.released) {}
    cancel(consequence.cancelled)
    // Calls code of the user, for which the queue must not wait.
    if let reading = consequence.reading { consequence.crew?.add { reading.cancel() } }
    consequence.crew?.add { self.deliver() }
  }

  private func cancel(_ cancelled: Cancelled?) {
    guard let (urlTask, transport) = cancelled else { return }
    // Never inside another callback: on Linux, cancelling a task that is completing causes failures.
    transport?.queue.async { urlTask.cancel() }
  }

  /// Passes the events to the receiver, one at a time, until none are left.
  private func deliver() {
    while let (event, receiver) = contents.withLock({ $0.next() }) { receiver.receive(event) }
  }
}

extension URLTransportTask {
  /// What follows an input, without a lock held.
  fileprivate struct Consequence: Sendable {
    var crew: JobCrew?
    var cancelled: Cancelled?
    var released: TransportRequest?
    var reading: SequenceReading?
  }
}

extension URLTransportTask.Contents {
  /// Adds the events of an answer.
  @inline(never)
  fileprivate mutating func take(_ answer: URLTaskState.Answer) -> URLTransportTask.Consequence {
    var answer = answer
    // The request was never sent and never will be, so Foundation reports no end.
    if answer.cancelsTask, urlTask == nil { answer = state.completed(nil) }
    let cancelled = answer.cancelsTask ? urlTask.map { ($0, transport) } : nil
    let isLast = answer.events.contains(where: \.isLast)
    // If the last event arrives while the task is paused, such as an overflow, it does not wait for `proceed()`.
    if isLast { inbox.isPaused = false }
    let begins = answer.events.reduce(false) { inbox.add($1) || $0 }
    let overflow = self.overflow()
    var consequence = URLTransportTask.Consequence(
      crew: begins ? crew : overflow.0, cancelled: cancelled ?? overflow.1)
    guard isLast else { return consequence }
    (consequence.released, consequence.reading) = (request, reading.take())
    (transport, urlTask, request) = (nil, nil, nil)
    return consequence
  }

  fileprivate mutating func next() -> (TransportEvent, any TransportReceiver)? {
    guard let receiver, let event = inbox.next() else { return nil }
    if event.isLast { (self.receiver, crew) = (nil, nil) }
    return (event, receiver)
  }

  /// Fails a paused task if more has arrived than its transport buffers.
  ///
  /// - Returns: The crew that delivers the failure, and the task to cancel.
  fileprivate mutating func overflow() -> (JobCrew?, URLTransportTask.Cancelled?) {
    guard inbox.isPaused, inbox.size > state.bufferLimit else { return (nil, nil) }
    let begins = inbox.fail(TransportBufferOverflow(limit: state.bufferLimit))
    state.silence()
    return (begins ? crew : nil, urlTask.map { ($0, transport) })
  }
}
