import Foundation
import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client of a URL protocol, as ``StubLoading`` uses it.
///
/// Foundation's client is thread-safe. It is called only on the queue of the loading, one call at a time and never
/// after the end, so the calls may come from the thread of a timer.
struct StubClient: @unchecked Sendable {
  private let urlProtocol: StubURLProtocol
  /// Whether chunks of the body are passed on as they arrive.
  private let takesChunks: Bool
  /// The maximum time between two events; nil if Foundation measures it.
  let timeout: Duration?
  #if !canImport(Darwin)
    /// The delegate that is notified of the sent body; nil if there is none.
    private let sentDelegate: (any URLSessionTaskDelegate)?
  #endif
  private let gathered = SharedLock(Data())

  init(_ urlProtocol: StubURLProtocol) {
    self.urlProtocol = urlProtocol
    timeout = urlProtocol.timeout
    #if canImport(Darwin)
      takesChunks = true
    #else
      let notification = urlProtocol.notification
      takesChunks = notification.takesChunks
      sentDelegate = notification.delegate
    #endif
  }

  /// The reason why this kind of task cannot be stubbed; nil if it can.
  var refusal: StubMisuse? {
    #if canImport(Darwin)
      return nil
    #else
      // Such a task would stop the process at the end of the download, because only Foundation can name the file.
      guard urlProtocol.task is URLSessionDownloadTask else { return nil }
      return StubMisuse(
        """
        A download task cannot be stubbed on Linux, because a URL protocol cannot give it a file. Use a data task, or a \
        MockServer.
        """)
    #endif
  }

  /// Notifies the delegate that the body of the request is sent, which Foundation on Linux does only for its own
  /// protocols, and on Apple's platforms no protocol can do.
  func pass(sent count: Int) {
    #if !canImport(Darwin)
      guard count > 0, let sentDelegate, let task = urlProtocol.task, let session = urlProtocol.session else {
        return
      }
      let count = Int64(count)
      // The length of a stream is unknown.
      let expected = urlProtocol.isStreamed ? 0 : count
      session.delegateQueue.addOperation {
        sentDelegate.urlSession(
          session, task: task, didSendBodyData: count, totalBytesSent: count,
          totalBytesExpectedToSend: expected)
      }
    #endif
  }

  /// Passes on the head; returns false if Foundation cannot represent it.
  func pass(_ head: ResponseHead) -> Bool {
    guard let response = head.forStubs.httpURLResponse else { return false }
    urlProtocol.client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
    return true
  }

  /// Passes on a chunk of the body, or keeps it until the end.
  func pass(_ chunk: Data) {
    if takesChunks {
      urlProtocol.client?.urlProtocol(urlProtocol, didLoad: chunk)
    } else {
      gathered.withLock { $0 += chunk }
    }
  }

  func finish() {
    let body = gathered.withLock { $0 }
    if !body.isEmpty { urlProtocol.client?.urlProtocol(urlProtocol, didLoad: body) }
    urlProtocol.client?.urlProtocolDidFinishLoading(urlProtocol)
    forgetClient()
  }

  func fail(_ error: any Error) {
    urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
    forgetClient()
  }

  /// Removes the client, so that nothing is reported after the end.
  ///
  /// On Linux, a cancellation that arrives while the response ends stops the loading and then reports a second end,
  /// which crashes the process. Without a client it cannot.
  private func forgetClient() {
    #if !canImport(Darwin)
      urlProtocol.client = nil
    #endif
  }

  /// Adds the body that Foundation does not pass to a URL protocol on Linux, because the delegate has it, to the
  /// request.
  func askForBody(
    of request: RecordedRequest,
    _ completion: @escaping @Sendable (Result<RecordedRequest, any Error>) -> Void
  ) {
    #if canImport(Darwin)
      completion(.success(request))
    #else
      guard urlProtocol.isStreamed else { return completion(.success(request)) }
      guard let task = urlProtocol.task, let session = urlProtocol.session, let delegate = task.delegate
      else {
        return completion(.failure(Self.missingStream))
      }
      session.delegateQueue.addOperation {
        delegate.urlSession(session, task: task) { stream in
          guard let stream else { return completion(.failure(Self.missingStream)) }
          guard !request.method.allowsNoBody else {
            return completion(.failure(URLError(.dataLengthExceedsMaximum)))
          }
          // Only the queue below uses the stream.
          nonisolated(unsafe) let body = stream
          // Not on the delegate's queue, which may write what the stream reads.
          BlockingLane().add {
            var request = request
            request.body = Data(reading: unsafe body)
            completion(.success(request))
          }
        }
      }
    #endif
  }

  #if canImport(Darwin)
    /// Lets Foundation ask the session's delegate and start the next request.
    func handOver(_ head: ResponseHead, to next: TransportRequest) {
      guard let response = head.httpURLResponse else { return fail(URLError(.badServerResponse)) }
      urlProtocol.client?.urlProtocol(
        urlProtocol, wasRedirectedTo: next.urlRequest, redirectResponse: response)
    }
  #else
    /// Asks the session's delegate about a redirect, and continues with the request it returns; nil if it follows
    /// none.
    ///
    /// Without a delegate the redirect is followed. Foundation itself crashes the process if a URL protocol reports a
    /// redirect.
    func askDelegate(
      about head: ResponseHead, to next: TransportRequest,
      _ completion: @escaping @Sendable (TransportRequest?) -> Void
    ) {
      guard let task = urlProtocol.task, let session = urlProtocol.session,
        let response = head.httpURLResponse,
        let delegate = session.delegate as? any URLSessionTaskDelegate
      else { return completion(next) }
      session.delegateQueue.addOperation {
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: response, newRequest: next.urlRequest
        ) { request in completion(request.flatMap { $0.transportRequest }) }
      }
    }
  #endif
}

#if !canImport(Darwin)
  extension StubClient {
    private static let missingStream = StubMisuse(
      """
      The delegate gave no stream for the body of an upload task with a streamed request. Implement \
      urlSession(_:task:needNewBodyStream:) in the delegate of the session, or of the task.
      """)
  }

  extension URLRequest {
    fileprivate var transportRequest: TransportRequest? {
      url.map { url in
        TransportRequest(
          method: HTTPMethod(rawValue: httpMethod ?? "GET"), url: url,
          headers: HTTPHeaders(allHTTPHeaderFields ?? [:]), body: httpBody.map { .data($0) } ?? .none)
      }
    }
  }
#endif

extension HTTPMethod {
  /// Whether Foundation refuses a body: that of a `GET`.
  var allowsNoBody: Bool { rawValue.lowercased() == "get" }
}

extension ResponseHead {
  /// The head in a form that Foundation handles.
  ///
  /// On Linux a task never ends after a `Basic` challenge. Foundation does not see the challenge after a space, which
  /// is not a part of the value (RFC 9110 section 5.5).
  fileprivate var forStubs: ResponseHead {
    #if canImport(Darwin)
      return self
    #else
      var head = self
      if status == 401, let challenge = headers["WWW-Authenticate"],
        challenge.lowercased().contains("basic")
      {
        head.headers.update(name: "WWW-Authenticate", value: " \(challenge)")
      }
      return head
    #endif
  }
}
