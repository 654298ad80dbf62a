import Net

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Answers the requests of a plain `URLSession` with stubs: for code that owns its session and knows no transport.
///
/// ```swift
/// let stubs = URLStubs(afterEach: self)
/// stubs.stub(.get("/users/{username}"), with: .json(["name": "Trent"]))
/// let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
/// let (data, _) = try await session.data(from: url)
/// ```
///
/// Nothing is registered: the configuration alone knows it, so sessions stub the same URL differently side by
/// side. Delays, pieces and throttling are measured on the timer of the stubs. A delegate receives each chunk when its
/// time has come; a completion handler gets the whole when the last has come. A fault ends a task with a ``ServerFault``
/// after what came before it, and so does a stall, since nothing would end it here. On Linux download tasks cannot be
/// stubbed; they fail the test and themselves.
public class StubURLProtocol: URLProtocol {
  /// A configuration whose sessions are answered by these stubs, and by nothing else.
  ///
  /// It has no cache and stores no cookies. What else it has is that of the other configuration, ephemeral by
  /// default. It keeps the stubs in its `urlCredentialStorage`, and sends nothing to a network for as long as its
  /// `protocolClasses` stay as they are; `httpAdditionalHeaders` and the rest may be set.
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

  /// The number of the stubs that answer.
  class var number: Int { 0 }

  private var loading: StubLoading?

  /// Takes every request, so that none reaches a network.
  public override class func canInit(with request: URLRequest) -> Bool { true }

  /// The request as it is.
  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Answers the request.
  ///
  /// Foundation calls it.
  public override func startLoading() {
    // Linux starts once more what was suspended and resumed.
    guard loading == nil else { return }
    guard let stubs = URLStubsDirectory.stubs(numbered: type(of: self).number) else {
      client?.urlProtocol(self, didFailWithError: URLError(stubFailure: StubsAreGone()))
      return
    }
    let loading = StubLoading(StubClient(self), stubs: stubs)
    self.loading = loading
    loading.start(recordedRequest)
  }

  /// Calls off an answer that is still to come.
  ///
  /// Foundation calls it.
  public override func stopLoading() { loading?.stop() }

  private var recordedRequest: RecordedRequest? {
    guard let url = request.url else { return nil }
    var headers = HTTPHeaders(request.allHTTPHeaderFields ?? [:])
    for field in additionalHeaders { headers.setDefault(name: field.name, value: field.value) }
    return RecordedRequest(
      method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url, headers: headers, body: body)
  }

  /// The body, which Foundation gives as data or as a stream.
  private var body: Data {
    request.httpBody ?? request.httpBodyStream.map(Data.init(reading:)) ?? uploadedBody ?? Data()
  }
}

/// Keeps the stubs for as long as there is a configuration or a session that they answer.
///
/// It adds only a constant to its superclass, which guards itself.
private final class StubsStorage: URLCredentialStorage, @unchecked Sendable {
  private let stubs: URLStubs

  init(_ stubs: URLStubs) {
    self.stubs = stubs
    super.init()
  }
}

/// A session outlived its stubs, since something else is in the place of what its configuration kept them in.
struct StubsAreGone: Error, CustomStringConvertible {
  var description: String {
    """
    The stubs of this session are gone: its configuration had its urlCredentialStorage replaced, and nothing else \
    kept them. Keep the URLStubs for as long as the session.
    """
  }
}

extension URLError {
  /// The error for a failure of the stubs themselves.
  init(stubFailure error: some Error) {
    self.init(
      .unsupportedURL,
      userInfo: [NSLocalizedDescriptionKey: "\(error)", NSUnderlyingErrorKey: error as NSError])
  }
}

extension Data {
  /// All that the stream gives.
  fileprivate init(reading stream: InputStream) {
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
