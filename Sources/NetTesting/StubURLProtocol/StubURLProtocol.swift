import Net

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Responds to the requests of a plain `URLSession` with stubs, for code that creates its own session.
///
/// ```swift
/// let stubs = URLStubs(afterEach: self)
/// stubs.stub(.get("/users/{username}"), with: .json(["name": "Trent"]))
/// let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
/// let (data, _) = try await session.data(from: url)
/// ```
///
/// Nothing is registered globally: only sessions with the configuration are stubbed, so sessions can stub the same URL
/// differently at the same time. Delays and throttling are measured by the timer of the stubs. On Linux, so is
/// `timeoutIntervalForRequest`, or the `timeoutInterval` of a request. A delegate receives each chunk when it is due; a
/// completion handler receives the whole body after the last chunk. A fault, or a stall, which nothing else would end,
/// fails the task with a ``ServerFault`` after what preceded it. A `GET` with a body fails, as it does in any session.
///
/// On Linux download tasks cannot be stubbed; they fail, and so does the test. A task that is suspended and resumed
/// there receives the rest of the same response, where Foundation would send the request again. Redirects follow RFC
/// 9110, from which Foundation on Linux differs: see <doc:ProvingMocks>.
public class StubURLProtocol: URLProtocol {
  /// A configuration whose sessions receive responses from these stubs only.
  ///
  /// It has no cache and stores no cookies; all other settings are those of the base configuration, ephemeral by
  /// default. It keeps the stubs in its `urlCredentialStorage`. No request reaches a network as long as you do not
  /// change its `protocolClasses`; you may set `httpAdditionalHeaders` and all other properties.
  public static func configuration(
    _ stubs: URLStubs, basedOn base: URLSessionConfiguration = .ephemeral
  ) -> URLSessionConfiguration {
    let configuration = base.copy() as? URLSessionConfiguration ?? .ephemeral
    configuration.protocolClasses = [numbered(stubs.number)]
    configuration.urlCredentialStorage = StubsStorage(stubs)
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return configuration
  }

  /// The number that identifies the stubs of this class.
  class var number: Int { 0 }

  private var loading: StubLoading?

  /// Accepts every request, so that none reaches a network.
  public override class func canInit(with request: URLRequest) -> Bool { true }

  /// Returns the request unchanged.
  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Starts the response to the request.
  ///
  /// Foundation calls it.
  public override func startLoading() {
    // On Linux a task that was suspended and resumed is started again.
    if let loading { return loading.proceed() }
    guard let stubs = URLStubsDirectory.stubs(numbered: type(of: self).number) else {
      client?.urlProtocol(self, didFailWithError: URLError(stubFailure: StubsAreGone()))
      return
    }
    let request = recordedRequest
    guard !isRefused(request) else {
      client?.urlProtocol(self, didFailWithError: URLError(.dataLengthExceedsMaximum))
      return
    }
    let loading = StubLoading(StubClient(self), stubs: stubs)
    self.loading = loading
    if mayContinue, task?.state == .suspended { loading.pause() }
    loading.start(request)
  }

  /// Whether Foundation sends no such request: it allows no body of a `GET`.
  private func isRefused(_ recorded: RecordedRequest?) -> Bool {
    guard let recorded, recorded.method.allowsNoBody, !isStreamed else { return false }
    return !recorded.body.isEmpty || request.httpBodyStream != nil
  }

  /// Cancels the rest of the response, or holds it while the task is suspended.
  ///
  /// Foundation calls it.
  public override func stopLoading() {
    if mayContinue { loading?.pause() } else { loading?.stop() }
  }

  private var recordedRequest: RecordedRequest? {
    guard let url = request.url else { return nil }
    var headers = HTTPHeaders(request.allHTTPHeaderFields ?? [:])
    for field in additionalHeaders { headers.setDefault(name: field.name, value: field.value) }
    return RecordedRequest(
      method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url, headers: headers, body: body)
  }

  /// The body, which Foundation provides as data or as a stream.
  private var body: Data {
    guard !isStreamed else { return Data() }
    return request.httpBody ?? request.httpBodyStream.map(Data.init(reading:)) ?? uploadedBody ?? Data()
  }
}

/// Keeps the stubs alive as long as a configuration or a session uses them.
///
/// It adds only a constant to its superclass, which is thread-safe.
private final class StubsStorage: URLCredentialStorage, @unchecked Sendable {
  private let stubs: URLStubs

  init(_ stubs: URLStubs) {
    self.stubs = stubs
    super.init()
  }
}

/// The stubs of a session were released, because its configuration's `urlCredentialStorage`, which retains them, was
/// replaced.
struct StubsAreGone: Error, CustomStringConvertible {
  var description: String {
    """
    The stubs of this session are gone: its configuration had its urlCredentialStorage replaced, and nothing else \
    kept them. Keep the URLStubs for as long as the session.
    """
  }
}

extension URLError {
  /// The error for a failure of the stubs themselves, which it has as it is: on Linux an `NSError` of it could not be
  /// cast back.
  init(stubFailure error: some Error) {
    self.init(
      .unsupportedURL,
      userInfo: [NSLocalizedDescriptionKey: "\(error)", NSUnderlyingErrorKey: error])
  }
}

extension Data {
  /// Reads the whole stream.
  init(reading stream: InputStream) {
    self.init()
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // The pointer is the array's own, with room for `count` bytes, and lives for the call.
      let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe stream.read($0, maxLength: buffer.count) } ?? 0
      }
      guard count > 0 else { return }
      append(contentsOf: buffer[..<count])
    }
  }
}
