import Foundation
import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The URL protocol as ``StubLoading`` sees it.
///
/// Foundation's client guards itself, and is only called on the loading's line, one call at a time and none after the
/// end; so it may be called from the thread of a timer.
struct StubClient: @unchecked Sendable {
  private let urlProtocol: StubURLProtocol
  /// Whether pieces of a body are handed on as they come.
  private let takesPieces: Bool
  private let gathered = SharedLock(Data())

  init(_ urlProtocol: StubURLProtocol) {
    self.urlProtocol = urlProtocol
    takesPieces = urlProtocol.takesPieces
  }

  /// Why this kind of task cannot be answered.
  var refusal: StubMisuse? {
    #if canImport(FoundationNetworking)
      // Here it stops the process at the end of the download: nobody but Foundation can name the file.
      guard urlProtocol.task is URLSessionDownloadTask else { return nil }
      return StubMisuse(
        """
        A download task cannot be stubbed on Linux, for a URL protocol cannot give it a file. Use a data task, or a \
        MockServer.
        """)
    #else
      return nil
    #endif
  }

  /// Hands on the head; false when Foundation takes none like it.
  func tell(_ head: ResponseHead) -> Bool {
    guard let response = head.forStubs.httpURLResponse else { return false }
    urlProtocol.client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
    return true
  }

  /// Hands on a piece of the body, or keeps it for the end.
  func tell(_ piece: Data) {
    if takesPieces {
      urlProtocol.client?.urlProtocol(urlProtocol, didLoad: piece)
    } else {
      gathered.withLock { $0 += piece }
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

  /// Leaves a cancellation that arrives while the response ends no client to report to.
  ///
  /// Foundation on Linux stops the loading then, and reports a second end, which would stop the process.
  private func forgetClient() {
    #if canImport(FoundationNetworking)
      urlProtocol.client = nil
    #endif
  }

  #if canImport(FoundationNetworking)
    /// Goes on with the request that the session's delegate makes of the redirect; without one where it follows
    /// none.
    ///
    /// Foundation itself stops the process when a URL protocol tells of a redirect.
    func askDelegate(
      about head: ResponseHead, to next: TransportRequest,
      _ goOn: @escaping @Sendable (TransportRequest?) -> Void
    ) {
      guard let task = urlProtocol.task, let session = urlProtocol.session,
        let response = head.httpURLResponse,
        let delegate = session.delegate as? any URLSessionTaskDelegate
      else { return goOn(next) }
      session.delegateQueue.addOperation {
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: response, newRequest: next.urlRequest
        ) { request in goOn(request.flatMap { $0.transportRequest }) }
      }
    }
  #else
    /// Lets Foundation ask the session's delegate, and start again.
    func handOver(_ head: ResponseHead, to next: TransportRequest) {
      guard let response = head.httpURLResponse else { return fail(URLError(.badServerResponse)) }
      urlProtocol.client?.urlProtocol(
        urlProtocol, wasRedirectedTo: next.urlRequest, redirectResponse: response)
    }
  #endif
}

#if canImport(FoundationNetworking)
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

extension ResponseHead {
  /// The head in a form that Foundation survives.
  ///
  /// On Linux a `Basic` challenge leaves its task without an end. It is not seen behind an empty element of the
  /// list, which is none to every other reader (RFC 9110 section 5.6.1).
  fileprivate var forStubs: ResponseHead {
    #if canImport(FoundationNetworking)
      var head = self
      if status == 401, let challenge = headers["WWW-Authenticate"] {
        head.headers.update(name: "WWW-Authenticate", value: ", \(challenge)")
      }
      return head
    #else
      return self
    #endif
  }
}
