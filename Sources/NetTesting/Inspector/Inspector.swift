public import Foundation
public import Net

/// A page in the browser that shows the requests of a program while it runs.
///
/// ```swift
/// let recorder = TraceRecorder()
/// let inspector = Inspector(recorder)
/// print("open \(try inspector.start())")
/// ```
///
/// The page is that of `Trace.html(title:)`; it receives changes as server-sent events, several times a second.
///
/// **Security.** The page is served on 127.0.0.1 only. Its URL contains a random token, without which every request
/// gets `404`. A request whose `Host` or `Origin` is not that of the page gets `403`, or `400` if the `Host` is
/// invalid, so that no other page can read it (DNS rebinding). A body of more than 4 KiB is not read: the request gets
/// `413`. The trace is redacted, and bodies are shown only if you say so.
///
/// It can be used outside tests. It stops when it is released, or with ``stop()``. May be used from any thread.
public final class Inspector: Sendable {
  private let server: MockServer
  private let responder: InspectorResponder

  /// Creates an inspector that is not started yet.
  ///
  /// - Parameters:
  ///   - recorder: The recorder whose requests are shown.
  ///   - title: The title of the page.
  ///   - showsBodies: Whether the bodies are shown that the recorder has recorded.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public init(
    _ recorder: TraceRecorder, title: String = "Requests", showsBodies: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    // The page sends no bodies, and any other page may send one, of any size.
    server = MockServer(limits: ServerLimits(body: 4_096), file: file, line: line)
    responder = InspectorResponder(recorder: recorder, title: title, showsBodies: showsBodies)
  }

  deinit { server.stop() }

  /// Starts the server; returns the URL of the page.
  ///
  /// An inspector can be started only once.
  @discardableResult
  public func start() throws(MockServerError) -> URL {
    let core = server.core
    let responder = responder
    server.stub(.everything) { request in
      // Nothing of a request is kept: a page that is open for a day sends hundreds of thousands.
      core.change { $0.forget() }
      return responder.response(to: request)
    }
    try server.start()
    responder.open(port: server.port)
    return url
  }

  /// Closes all connections and releases the port.
  ///
  /// Stopping again does nothing.
  public func stop() { server.stop() }

  /// The URL of the page, with its token; the port is 0 before the start.
  public var url: URL {
    var components = URLComponents()
    components.scheme = "http"
    components.host = "127.0.0.1"
    components.port = server.port
    components.path = "/\(responder.token)/"
    return components.url ?? URL(filePath: "/")
  }
}
