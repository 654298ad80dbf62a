#if os(Linux)
  import CLibcurl

  /// The capabilities of this machine's libcurl, determined at run time because each machine may have a different
  /// version.
  ///
  /// ```swift
  /// if let curl = CurlCapabilities.current, curl.features.contains(.http2) {
  ///   print("HTTP/2 with libcurl \(curl.version) and \(curl.tlsBackend ?? "no TLS")")
  /// }
  /// ```
  ///
  /// If an option requires a capability that is missing, creating the transport throws ``TransportOptionError``.
  public struct CurlCapabilities: Sendable, Hashable {
    /// The version, 7.68 or later.
    public var version: Version
    /// The name and version of the TLS library, such as `OpenSSL/3.0.19` or `GnuTLS/3.7.9`, or nil without TLS.
    ///
    /// If libcurl was built with several, it is the active one.
    public var tlsBackend: String?
    /// The features in addition to HTTP/1.1.
    public var features: Set<Feature>

    /// A version of libcurl.
    public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
      /// The parts of the version number.
      public var major, minor, patch: Int

      /// Creates a version.
      public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
      }

      /// The version in the form `7.88.1`.
      public var description: String { "\(major).\(minor).\(patch)" }

      /// Returns whether the left version is older.
      public static func < (left: Version, right: Version) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
      }
    }

    /// A feature that depends on how libcurl was built or on its version.
    public enum Feature: String, Sendable, Hashable, CaseIterable {
      /// HTTP/2 (RFC 9113).
      case http2
      /// Concurrent requests over one HTTP/2 connection. Without it each concurrent request has its own connection, and
      /// consecutive requests reuse one.
      case multiplexing
      /// libcurl is linked to zlib. Bodies are decoded without libcurl, so this and the next two change nothing.
      case gzip
      /// libcurl is linked to brotli.
      case brotli
      /// libcurl is linked to Zstandard.
      case zstd
      /// Resolving a host name does not block other requests.
      case asynchronousNameLookup
      /// IPv6 addresses.
      case ipv6
      /// Internationalized domain names.
      case internationalNames
      /// Unix domain sockets.
      case unixSockets
      /// Proxies that are reached over TLS.
      case httpsProxy
      /// Certificates of authorities in memory. Without it certificates given as data are in a file without a name.
      case authoritiesInMemory
      /// Client certificates and keys in memory. Without it those given as data are in files without a name, which
      /// only this user can read.
      case identitiesInMemory
      /// A request can be cancelled immediately while its host name is being resolved.
      case quickCancellation
      /// Initialization is safe while other threads also initialize libcurl.
      case threadSafeStart
    }

    /// Creates capabilities, to test a program without some of them.
    public init(version: Version, tlsBackend: String?, features: Set<Feature>) {
      self.version = version
      self.tlsBackend = tlsBackend
      self.features = features
    }

    /// The capabilities of this machine's libcurl.
    ///
    /// It is nil without libcurl, with a version before 7.68, and in a program that is statically linked to the C
    /// library, which cannot load libcurl.
    public static let current: CurlCapabilities? = {
      guard libcurl_load() else { return nil }
      let found = unsafe libcurl_version()
      // The strings belong to libcurl and live as long as the process.
      let tls = unsafe found.tls.map { unsafe String(cString: $0) }
      return CurlCapabilities(number: unsafe found.number, features: unsafe found.features, tls: tls)
    }()

    /// Creates capabilities from libcurl's version information.
    init(number: UInt32, features bits: Int32, tls: String?) {
      let version = Version(Int(number >> 16), Int(number >> 8 & 0xff), Int(number & 0xff))
      // Parentheses mark a library that is available but not active.
      let backend = tls?.split(separator: " ").first { !$0.hasPrefix("(") }.map(String.init)
      var features = Set(Self.bits.compactMap { bits & $0.value != 0 ? $0.key : nil })
      // GnuTLS accepts a certificate in memory without an error, but does not present it.
      let isOpenSSL = Self.isOpenSSL(backend)
      if isOpenSSL, version >= Version(7, 71) { features.insert(.identitiesInMemory) }
      if isOpenSSL, version >= Version(7, 77) { features.insert(.authoritiesInMemory) }
      if version >= Version(7, 87) { features.insert(.quickCancellation) }
      if features.contains(.http2), !Self.losesEnds(version) { features.insert(.multiplexing) }
      self.init(
        version: version, tlsBackend: bits & LIBCURL_FEATURE_SSL != 0 ? backend : nil, features: features)
    }

    /// Returns whether a TLS library is OpenSSL or derived from it.
    private static func isOpenSSL(_ backend: String?) -> Bool {
      ["OpenSSL", "LibreSSL", "BoringSSL", "AWS-LC", "quictls"].contains { backend?.hasPrefix($0) == true }
    }

    /// Whether a multi handle can read the authorities' certificates once for all connections.
    ///
    /// It can if they come from one file, and not from a folder or from memory.
    var keepsAuthorities: Bool { version >= Version(7, 87) && Self.isOpenSSL(tlsBackend) }

    /// Whether an HTTP/2 response never finishes if what libcurl reads of it at once overflows its receive buffer.
    ///
    /// It does not if the buffer holds the largest head, of 64 KiB, and what is read from the connection at once,
    /// 32 KiB (``CurlOptions/wholeReadSize``).
    var losesEnds: Bool { features.contains(.http2) && Self.losesEnds(version) }

    /// Returns whether libcurl may miss the end of an HTTP/2 response.
    ///
    /// From 7.88 until the HTTP/2 code was rewritten in 8.1, nghttp2 pauses at bytes that do not fit in the receive
    /// buffer of their response. After libcurl has taken them, it asks nghttp2 for what follows only if more bytes
    /// have arrived on the connection (`cf_h2_recv`), so the end that came with them goes unnoticed. A response
    /// overflows its buffer with what is read for it at once; on a shared connection also with what is read while
    /// libcurl reads for another response, because nothing empties the buffer meanwhile. 7.88.0 also mixes up the
    /// bytes of responses (curl/curl#10525).
    private static func losesEnds(_ version: Version) -> Bool {
      version >= Version(7, 88) && version < Version(8, 1)
    }

    /// Whether a cancelled HTTP/2 stream can leave the others of its connection stuck.
    ///
    /// Before 7.88 libcurl stops processing received bytes at the first byte of a stream other than the one it reads
    /// for, and continues when that stream's turn comes. If that stream is cancelled first, nothing continues: the
    /// bytes stay in libcurl's memory, and the descriptor, which has no more bytes, does not become readable.
    var strandsStreams: Bool { features.contains(.http2) && version < Version(7, 88) }

    /// Whether a handle that is used again can write to memory that libcurl has freed (curl/curl#11101).
    ///
    /// From 7.83 until May 2023 libcurl keeps a pointer to the last field of the previous response. If the
    /// first field of the next response begins with a space or tab, libcurl appends it to that field. The
    /// first version with the fix is included, too. With `CURLOPT_HEADER` the callback for the body gets each
    /// line before that, and can end the transfer.
    var usesFreedFields: Bool { version >= Version(7, 83) && version < Version(8, 1, 1) }

    /// Whether libcurl does not tell when it counts that a handle sends a request again.
    ///
    /// From 7.72 on, a handle sends requests again five times in its life, not five times for each request, and the
    /// next one fails with "Connection died, tried 5 times before giving up" (curl/curl#19066). From 7.80 on, libcurl
    /// calls back before it sends, so that a handle is replaced after the first time.
    var hidesRepetitions: Bool { version >= Version(7, 72) && version < Version(7, 80) }

    private static let bits: [Feature: Int32] = [
      .http2: LIBCURL_FEATURE_HTTP2, .gzip: LIBCURL_FEATURE_LIBZ, .brotli: LIBCURL_FEATURE_BROTLI,
      .zstd: LIBCURL_FEATURE_ZSTD, .asynchronousNameLookup: LIBCURL_FEATURE_ASYNCHDNS,
      .ipv6: LIBCURL_FEATURE_IPV6, .internationalNames: LIBCURL_FEATURE_IDN,
      .unixSockets: LIBCURL_FEATURE_UNIX_SOCKETS, .httpsProxy: LIBCURL_FEATURE_HTTPS_PROXY,
      .threadSafeStart: LIBCURL_FEATURE_THREADSAFE,
    ]
  }
#endif
