#if os(Linux)
  import CLibcurl

  /// What the libcurl of this machine can do; it is found at run time, and another machine may have another.
  ///
  /// ```swift
  /// if let curl = CurlCapabilities.current, curl.features.contains(.http2) {
  ///   print("HTTP/2 with libcurl \(curl.version) and \(curl.tlsBackend ?? "no TLS")")
  /// }
  /// ```
  ///
  /// An option that asks for what is not there is a ``TransportOptionError`` when the transport is made.
  public struct CurlCapabilities: Sendable, Hashable {
    /// The version, 7.68 or later.
    public var version: Version
    /// What TLS is done with, as it names itself: `OpenSSL/3.0.19`, `GnuTLS/3.7.9`; nil where there is no TLS.
    ///
    /// The one in use, where there are several.
    public var tlsBackend: String?
    /// What there is beside HTTP/1.1.
    public var features: Set<Feature>

    /// A version of libcurl.
    public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
      /// The numbers between the dots.
      public var major, minor, patch: Int

      /// Makes a version.
      public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
      }

      /// As in `7.88.1`.
      public var description: String { "\(major).\(minor).\(patch)" }

      /// Whether the left one is older.
      public static func < (left: Version, right: Version) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
      }
    }

    /// What a libcurl can have been built with, or have learnt in a later version.
    public enum Feature: String, Sendable, Hashable, CaseIterable {
      /// HTTP/2 (RFC 9113).
      case http2
      /// Requests at once over one connection of HTTP/2. Where it is not, each of them has its own connection, and
      /// those that come one after the other share it.
      case multiplexing
      /// `gzip` and `deflate` (RFC 9110 section 8.4.1).
      case gzip
      /// `br` (RFC 7932).
      case brotli
      /// `zstd` (RFC 8878).
      case zstd
      /// Names are looked up without anything else waiting.
      case asynchronousNameLookup
      /// Addresses of version 6.
      case ipv6
      /// Names of hosts in other scripts than Latin.
      case internationalNames
      /// Unix domain sockets.
      case unixSockets
      /// Proxies that are spoken to over TLS.
      case httpsProxy
      /// Authorities in memory; without it those that are given as data are put into a temporary file.
      case authoritiesInMemory
      /// Client certificates and keys in memory; without it those that are given as data are put into temporary
      /// files that nobody else may read.
      case identitiesInMemory
      /// A request whose host is being looked up can be cancelled at once.
      case quickCancellation
      /// Safe to be started while other threads do the same.
      case threadSafeStart
    }

    /// Makes capabilities, for a test of what one's program does without some.
    public init(version: Version, tlsBackend: String?, features: Set<Feature>) {
      self.version = version
      self.tlsBackend = tlsBackend
      self.features = features
    }

    /// Those of this machine; nil where there is no libcurl, or one before 7.68, or in a program that is linked
    /// statically to the C library as well, which cannot load one.
    public static let current: CurlCapabilities? = {
      guard libcurl_load() else { return nil }
      let found = unsafe libcurl_version()
      // The texts are libcurl's own and live as long as the process.
      let tls = unsafe found.tls.map { unsafe String(cString: $0) }
      return CurlCapabilities(number: unsafe found.number, features: unsafe found.features, tls: tls)
    }()

    /// Reads what libcurl tells of itself.
    init(number: UInt32, features bits: Int32, tls: String?) {
      let version = Version(Int(number >> 16), Int(number >> 8 & 0xff), Int(number & 0xff))
      // Those in parentheses are there, but not in use.
      let backend = tls?.split(separator: " ").first { !$0.hasPrefix("(") }.map(String.init)
      var features = Set(Self.bits.compactMap { bits & $0.value != 0 ? $0.key : nil })
      // GnuTLS takes a certificate in memory without a word, and does not show it.
      let isOpenSSL = Self.isOpenSSL(backend)
      if isOpenSSL, version >= Version(7, 71) { features.insert(.identitiesInMemory) }
      if isOpenSSL, version >= Version(7, 77) { features.insert(.authoritiesInMemory) }
      if version >= Version(7, 87) { features.insert(.quickCancellation) }
      if features.contains(.http2), !Self.losesEnds(version) { features.insert(.multiplexing) }
      self.init(
        version: version, tlsBackend: bits & LIBCURL_FEATURE_SSL != 0 ? backend : nil, features: features)
    }

    /// Whether a TLS library is OpenSSL or a relative of it.
    private static func isOpenSSL(_ backend: String?) -> Bool {
      ["OpenSSL", "LibreSSL", "BoringSSL", "AWS-LC", "quictls"].contains { backend?.hasPrefix($0) == true }
    }

    /// Whether the certificates of authorities can be read once for all connections of a multi handle: where they come
    /// from one file, and from no folder and no memory.
    var keepsAuthorities: Bool { version >= Version(7, 87) && Self.isOpenSSL(tlsBackend) }

    /// Whether responses that share a connection of HTTP/2 can come to no end.
    ///
    /// From 7.88 until HTTP/2 was put on other feet in 8.1, libcurl asks its HTTP/2 library no more for the end of a response
    /// whose last bytes overflowed its buffer while it read for another; 7.88.0 mixes their bytes, too (curl/curl#10525).
    private static func losesEnds(_ version: Version) -> Bool {
      version >= Version(7, 88) && version < Version(8, 1)
    }

    /// Whether a stream of HTTP/2 that is cancelled can leave the others of its connection waiting.
    ///
    /// Before 7.88 libcurl stops working through what it has read at the first bytes of another stream than the one it
    /// reads for, and goes on when that stream's turn comes. If the stream is cancelled before, nobody does: the bytes
    /// lie in libcurl's memory, and the descriptor, which has none left, does not stir.
    var strandsStreams: Bool { features.contains(.http2) && version < Version(7, 88) }

    private static let bits: [Feature: Int32] = [
      .http2: LIBCURL_FEATURE_HTTP2, .gzip: LIBCURL_FEATURE_LIBZ, .brotli: LIBCURL_FEATURE_BROTLI,
      .zstd: LIBCURL_FEATURE_ZSTD, .asynchronousNameLookup: LIBCURL_FEATURE_ASYNCHDNS,
      .ipv6: LIBCURL_FEATURE_IPV6, .internationalNames: LIBCURL_FEATURE_IDN,
      .unixSockets: LIBCURL_FEATURE_UNIX_SOCKETS, .httpsProxy: LIBCURL_FEATURE_HTTPS_PROXY,
      .threadSafeStart: LIBCURL_FEATURE_THREADSAFE,
    ]
  }
#endif
