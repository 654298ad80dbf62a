#if os(Linux)
  import CLibcurl
  import Foundation

  /// Sends requests with libcurl, on Linux: the transport that a ``NetworkSession`` has there by default.
  ///
  /// libcurl is found when the program runs. It is there wherever Foundation's networking is, so nothing needs to be
  /// installed, and no header is needed to build. The versions from 7.68 on will do.
  ///
  /// ```swift
  /// var options = TransportOptions()
  /// options.tls.authorities = .systemAnd([.file("/etc/company/root.pem")])
  /// let network = NetworkSession(transport: try CurlTransport(options: options))
  /// ```
  ///
  /// It follows no redirects, keeps no cookies, no credentials and no cache; the session above it does what of that is
  /// wanted. It does not try again, with one exception: when a kept connection turns out to be closed, a request of an
  /// idempotent method is sent on a new one (RFC 9110 section 9.2.2).
  ///
  /// A transport begins with one loop, and takes another while each that it has is busy with several requests, up to as
  /// many as there are processors. They and its connections go when it and its last task have. The events of a task come
  /// one at a time. A receiver may block: after about a millisecond another thread goes on with the loop, so that only its own
  /// task waits. A loop has up to 128 threads; while as many receivers block, no others are called, and transfers go on as far as
  /// there is room for what arrives. Threads without work end after some seconds. Requests that can share a connection by
  /// HTTP/2 stay on one loop, and so do all where ``TransportOptions/connections`` are limited.
  ///
  /// Pausing a task is real: libcurl reads no more of its connection than its buffer holds, and the service has to wait.
  ///
  /// Fields go out and arrive in their order, repeated ones apart. Encodings of bodies are asked for, unless the
  /// request has its own `Accept-Encoding`, and undone, unless ``TransportOptions/decompressesBodies`` is off;
  /// `Content-Encoding` and `Content-Length` stay as the service sent them. A body without a `Content-Type` is sent as
  /// `application/octet-stream`. Files and streams are read as they are sent; what is of unknown length is sent in
  /// chunks. Failures are ``CurlError``.
  public final class CurlTransport: Transport {
    private let loops: CurlLoops

    /// Makes a transport.
    ///
    /// - Throws: ``TransportOptionError``, which names an option that this libcurl cannot keep to, and ``CurlError``
    ///   when there is no libcurl, or the system refuses a thread or a descriptor.
    public init(options: TransportOptions = TransportOptions()) throws {
      guard let capabilities = CurlCapabilities.current else {
        throw CurlError(code: Int(LIBCURL_E_FAILED_INIT), message: "there is no libcurl of 7.68 or newer")
      }
      loops = try CurlLoops(
        options: CurlOptions(
          checking: options.settled(by: ProcessInfo.processInfo.environment), capabilities: capabilities),
        waitsForResolver: !capabilities.features.contains(.quickCancellation))
    }

    /// Makes a task; it is sent when it is resumed.
    public func task(
      for request: TransportRequest, receiver: any TransportReceiver
    ) -> any TransportTask {
      CurlTask(request, receiver: receiver, seat: loops.seat(for: request))
    }
  }
#endif
