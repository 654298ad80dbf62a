import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of a transport's URL session.
///
/// It passes each callback to the task it belongs to.
final class URLSessionEvents: NSObject, URLSessionDataDelegate, Sendable {
  #if canImport(Darwin)
    /// The queue on which the URL session calls back, and its tasks are started and cancelled.
    let queue = DispatchQueue(label: "Net.URLSessionTransport")

    /// The threads that deliver events.
    ///
    /// A receiver that blocks does not delay other tasks.
    let crew = JobCrew("net-urlsession")
  #else
    /// The queue on which the URL session calls back, and its tasks are started and cancelled.
    ///
    /// It is on the threads that deliver the events, because changes of threads are a large part of what a request
    /// costs. For the same reason they wait a moment for the next callback. If the system refuses a thread, a queue of
    /// Dispatch replaces them: Foundation's thread must not deliver events, nor start or cancel tasks while it calls
    /// back.
    let queue = CrewLane(JobCrew("net-urlsession", fallbackQueue: .global(), yields: 50))

    var crew: JobCrew { queue.crew }
  #endif

  /// The tasks in progress by identifier.
  ///
  /// Only the queue accesses it. The lock makes that safe for the compiler.
  private let tasks = Lock<[Int: URLTransportTask]>([:])

  #if canImport(Security)
    private let serverTrust: ServerTrustPolicy?

    init(serverTrust: ServerTrustPolicy? = nil) { self.serverTrust = serverTrust }
  #endif

  deinit {
    // The URL session retains its delegate until the last callback.
    crew.finish()
  }

  /// The WebSockets in progress by identifier, as `tasks`.
  private let sockets = Lock<[Int: URLWebSocketTask]>([:])

  func keep(_ task: URLWebSocketTask, for urlTask: URLSessionTask) {
    let identifier = urlTask.taskIdentifier
    sockets.withLock { $0[identifier] = task }
  }

  func socket(for urlTask: URLSessionTask) -> URLWebSocketTask? {
    let identifier = urlTask.taskIdentifier
    return sockets.withLock { $0[identifier] }
  }

  func keep(_ task: URLTransportTask, for urlTask: URLSessionTask) {
    let identifier = urlTask.taskIdentifier
    tasks.withLock { $0[identifier] = task }
  }

  private func task(for urlTask: URLSessionTask) -> URLTransportTask? { task(for: urlTask.taskIdentifier) }

  private func task(for identifier: Int) -> URLTransportTask? { tasks.withLock { $0[identifier] } }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    self.task(for: task)?.handle { $0.sent(totalBytesSent) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      let head = ResponseHead(response)
      task(for: dataTask)?.handle { $0.received(head) }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    task(for: dataTask)?.handle { $0.received(data) }
  }

  /// Reports a head that Foundation on Linux does not report: that of a redirect without a `Location`.
  ///
  /// Its body is lost.
  private func report(_ task: URLTransportTask?, headOf urlTask: URLSessionTask) {
    #if !canImport(Darwin)
      // Others were reported, and making a head takes long, as does asking for the response.
      guard let task, !task.hasHead, let response = urlTask.response as? HTTPURLResponse,
        (300..<400).contains(response.statusCode)
      else { return }
      let head = ResponseHead(response)
      task.handle { $0.receivedLate(head) }
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    #if !canImport(Darwin)
      // Foundation ends the process if a redirect of a cancelled task is answered. Tasks are cancelled on the queue
      // that calls this, so none is cancelled between the check and the answer.
      guard task.state == .running else { return }
    #endif
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Darwin)
      let space = challenge.protectionSpace
      guard let serverTrust, space.authenticationMethod == NSURLAuthenticationMethodServerTrust,
        let trust = space.serverTrust
      else { return completionHandler(.performDefaultHandling, nil) }
      guard serverTrust.trusts(trust, space.host) else {
        let error = UntrustedServer(host: space.host)
        self.task(for: task)?.handle { state in
          state.distrusted(error)
          return URLTaskState.Answer()
        }
        socket(for: task)?.handle { state in
          state.distrusted(error)
          return []
        }
        return completionHandler(.cancelAuthenticationChallenge, nil)
      }
      completionHandler(.useCredential, URLCredential(trust: trust))
    #else
      // On Linux the challenge comes after the head and body, and the task never completes unless the challenge is
      // cancelled.
      self.task(for: task)?.handle { state in
        state.challenged()
        return URLTaskState.Answer()
      }
      completionHandler(.cancelAuthenticationChallenge, nil)
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    #if !canImport(Darwin)
      // On Linux this is called if a kept connection was closed. libcurl then sends the request again on its own, with
      // Content-Length but without a body, for which the server would wait forever. Alone among the callbacks it is
      // called on libcurl's thread: it may overtake those that report what was sent, and the start of the task.
      let identifier = task.taskIdentifier
      queue.async { self.task(for: identifier)?.handle { $0.lostConnection() } }
    #endif
    completionHandler(nil)
  }

  /// Called before the task completes; on Linux never.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    guard let timings = TransportTimings(metrics) else { return }
    self.task(for: task)?.handle { $0.measured(timings) }
    socket(for: task)?.handle { state in
      state.measured(timings)
      return []
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let identifier = task.taskIdentifier
    let ended = tasks.withLock { $0.removeValue(forKey: identifier) }
    if error == nil { report(ended, headOf: task) }
    let cause = error.map { URLError.cause($0, of: task.originalRequest?.url) }
    let facts = cause.map { URLErrorFacts($0) }
    if let ended { ended.handle { $0.completed(cause, facts: facts) } }
    guard let socket = sockets.withLock({ $0.removeValue(forKey: identifier) }) else { return }
    let head = (task.response as? HTTPURLResponse).map { ResponseHead($0) }
    let closure = socket.closure
    socket.handle { $0.completed(cause, facts: facts, head: head, closure: closure) }
  }
}
