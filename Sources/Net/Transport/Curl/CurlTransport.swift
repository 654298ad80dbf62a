#if os(Linux)
  import CLibcurl
  import Foundation

  /// A transport that sends requests with libcurl.
  ///
  /// It is the default of a ``NetworkSession`` on Linux.
  ///
  /// libcurl is loaded at run time. It is present wherever Foundation's networking is, so there is nothing to install,
  /// and building needs no headers. Version 7.68 or later is required.
  ///
  /// ```swift
  /// var options = TransportOptions()
  /// options.tls.authorities = .systemAnd([.file("/etc/company/root.pem")])
  /// let network = NetworkSession(transport: try CurlTransport(options: options))
  /// ```
  ///
  /// It does not follow redirects, and stores no cookies, credentials or responses; the session handles these. It does
  /// not retry, with one exception: if a kept connection turns out to be closed, a request with an idempotent method is
  /// sent again on a new connection (RFC 9110 section 9.2.2).
  ///
  /// A transport starts with one loop and opens more while all of them are busy, up to the number of processors. Loops
  /// and connections are closed when the transport and its last task are released. Each task receives its events one at
  /// a time. A receiver may block: after about a millisecond another thread continues the loop, so only its own task
  /// waits. A loop has up to 128 threads. While that many receivers block, no others are called, and transfers continue
  /// as long as there is space for the data that arrives. Idle threads end after some seconds. Requests that can share
  /// an HTTP/2 connection use one loop, and so do all requests if ``TransportOptions/connections`` are limited.
  ///
  /// Pausing a task creates back-pressure: libcurl reads no more from the connection than fits in its buffer, and the
  /// service has to wait.
  ///
  /// Fields are sent and received in order, and repeated fields stay separate. Content encodings are requested unless
  /// the request has an `Accept-Encoding`, and decoded unless ``TransportOptions/decompressesBodies`` is false;
  /// `Content-Encoding` and `Content-Length` stay as the service sent them. The transport decodes itself, with the
  /// libraries that it finds at run time; see <doc:Linux>. A body in an unknown encoding is delivered as it is. A body
  /// without a `Content-Type` is sent as `application/octet-stream`. Files and streams are read while they are sent; a
  /// body of unknown length is sent in chunks. Errors are of type ``CurlError``, except ``ContentDecodingError`` for a
  /// body that cannot be decoded and ``ProxyRefusal`` for a proxy that refuses a tunnel.
  public final class CurlTransport: Transport {
    private enum Loops: Sendable {
      case open(CurlLoops)
      case late(CurlLateLoops)
    }

    private let loops: Loops
    /// False if ``TransportOptions/decompressesBodies`` is.
    public let decodesBodies: Bool

    /// Creates a transport.
    ///
    /// - Throws: ``TransportOptionError``, which names an option that this libcurl does not support, and ``CurlError``
    ///   without libcurl, or if the system refuses a thread or a descriptor.
    public init(options: TransportOptions = TransportOptions()) throws {
      decodesBodies = options.decompressesBodies
      loops = .open(try Self.open(options))
    }

    /// Creates a transport with default options for a process that has no descriptor or thread left.
    ///
    /// Requests fail with the error that ``init(options:)`` would throw until the system provides one.
    init(openingLater open: @escaping @Sendable () throws -> CurlLoops) {
      decodesBodies = TransportOptions().decompressesBodies
      loops = .late(CurlLateLoops(open))
    }

    /// Opens the first loop of a transport with these options.
    static func open(_ options: TransportOptions) throws -> CurlLoops {
      guard let capabilities = CurlCapabilities.current else {
        throw CurlError(LIBCURL_E_FAILED_INIT, "libcurl 7.68 or later was not found")
      }
      return try CurlLoops(
        options: CurlOptions(
          checking: options.settled(by: ProcessInfo.processInfo.environment), capabilities: capabilities),
        waitsForResolver: !capabilities.features.contains(.quickCancellation))
    }

    /// Returns a task, which sends the request when it is resumed.
    public func task(
      for request: TransportRequest, receiver: any TransportReceiver
    ) -> any TransportTask {
      CurlTask(request, receiver: receiver, seat: seat { $0.seat(for: request) })
    }

    /// Returns a seat on a loop, or a seat that refuses its task while there are no loops.
    func seat(_ take: (CurlLoops) -> CurlSeat) -> CurlSeat {
      switch loops {
      case .open(let loops): return take(loops)
      case .late(let late):
        do {
          return take(try late.loops())
        } catch {
          return CurlSeat(refusing: error)
        }
      }
    }
  }
#endif
