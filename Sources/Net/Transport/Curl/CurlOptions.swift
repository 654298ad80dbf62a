#if os(Linux)
  import CLibcurl
  import Foundation

  /// ``TransportOptions`` in libcurl's terms: what every handle is told, and what is told for some hosts.
  ///
  /// Which options are set, and to what, is a value that depends on the options and the capabilities alone. Handles
  /// must not outlive it, since it owns the files that they are told of.
  struct CurlOptions: Sendable {
    /// One option of a handle.
    struct Setting: Sendable, Hashable {
      enum Argument: Sendable, Hashable {
        case number(Int)
        /// A text, or nil for libcurl to forget its own.
        case text(String?)
        case bytes(Data)
      }

      /// Its number.
      var option: Int32
      var value: Argument
      /// What it is set for.
      var cause: TransportOption
      /// Whether nothing is lost where libcurl does not have it.
      var isOptional = false
    }

    /// libcurl refused an option.
    struct Refusal: Error, Sendable, Hashable {
      var option: Int32
      var code: Int32
      var cause: TransportOption
    }

    /// For an easy handle.
    private(set) var settings: [Setting] = []
    /// For the multi handle.
    private(set) var multiSettings: [Setting] = []
    private let pins: [PublicKeyPins]
    private let httpVersion: HTTPVersionPreference
    private let hasHTTP2: Bool
    /// Whether requests at once may share a connection of HTTP/2.
    let multiplexes: Bool
    /// 7.88 fails the second request on a connection that it opened with prior knowledge (curl/curl#10634).
    private let breaksReuseOfPriorKnowledge: Bool
    private let strandsStreams: Bool
    /// The encodings of bodies that are asked for: all that this libcurl can undo; nil for none.
    let encodings: String?
    /// Before 7.80 libcurl does not ask before it sends a request once more, because a kept connection was closed.
    let asksBeforeSending: Bool
    /// What could not be handed over in memory.
    let files: CurlOptionFiles

    /// - `options`: They are checked here.
    /// - `capabilities`: What the libcurl can do that they are for.
    /// - `system`: The certificates of the system.
    init(
      _ options: TransportOptions, capabilities: CurlCapabilities,
      system: SystemAuthorities = .libraryDefault
    ) throws(TransportOptionError) {
      try options.check(supported: Set(TransportOption.allCases), by: "CurlTransport")
      pins = options.tls.pins.map(\.canonical)
      httpVersion = options.httpVersion
      hasHTTP2 = capabilities.features.contains(.http2)
      multiplexes = capabilities.features.contains(.multiplexing)
      breaksReuseOfPriorKnowledge =
        capabilities.version >= CurlCapabilities.Version(7, 88)
        && capabilities.version < CurlCapabilities.Version(8, 0)
      strandsStreams = capabilities.strandsStreams
      encodings = options.decompressesBodies ? capabilities.encodings : nil
      asksBeforeSending = capabilities.version >= CurlCapabilities.Version(7, 80)
      files = CurlOptionFiles()
      try addTLS(options.tls, capabilities, system)
      try addProxy(options, capabilities)
      try addConnection(options, capabilities)
      addLimits(options.connections)
      if capabilities.tlsBackend == nil, let option = options.changed.first(where: \.isAboutTLS) {
        throw TransportOptionError(option, .missingFeature("TLS"))
      }
    }

    /// Whether a request waits for a connection that is being opened, to learn if it can share it by HTTP/2.
    ///
    /// Where that cannot be, it would wait in vain.
    func waitsToShare(isSecure: Bool) -> Bool {
      guard multiplexes else { return false }
      return switch httpVersion {
      case .http1: false
      case .automatic, .http2: hasHTTP2 && isSecure
      case .http2PriorKnowledge: !breaksReuseOfPriorKnowledge
      }
    }

    /// Whether a request that is cancelled may leave others waiting that share its connection, so that libcurl has to
    /// be made to go on with them.
    func mayStrandOthers(isSecure: Bool) -> Bool {
      strandsStreams && (waitsToShare(isSecure: isSecure) || httpVersion == .http2)
    }

    /// Whether there may be so many connections, and no more.
    var limitsConnections: Bool { !multiSettings.isEmpty }

    /// The most connections there may be; 0 for as many as are needed.
    var totalConnections: Int {
      let setting = multiSettings.first { $0.option == LIBCURL_MULTI_MAX_TOTAL_CONNECTIONS }
      guard case .number(let number)? = setting?.value else { return 0 }
      return number
    }

    /// Whether some hosts are told more than ``settings``, so that each request needs ``configure(_:for:)``.
    var dependsOnHost: Bool { !pins.isEmpty }

    /// The pins for a host, however it is spelled, in libcurl's form; nil if any key will do.
    func pins(for host: String) -> String? {
      let host = HostName.canonical(host)
      let keys = pins.filter { $0.areFor(host) }.flatMap(\.keys)
      return keys.isEmpty ? nil : keys.joined(separator: ";")
    }

    mutating func set(
      _ option: Int32, _ value: Setting.Argument, for cause: TransportOption, isOptional: Bool = false
    ) {
      settings.append(Setting(option: option, value: value, cause: cause, isOptional: isOptional))
    }

    private mutating func addConnection(
      _ options: TransportOptions, _ capabilities: CurlCapabilities
    ) throws(TransportOptionError) {
      if let path = options.unixSocketPath {
        guard capabilities.features.contains(.unixSockets) else {
          throw TransportOptionError(.unixSocketPath, .missingFeature("Unix domain sockets"))
        }
        set(LIBCURL_OPT_UNIX_SOCKET_PATH, .text(path), for: .unixSocketPath)
      }
      if let timeout = options.connectTimeout {
        set(LIBCURL_OPT_CONNECTTIMEOUT_MS, .number(timeout.wholeMilliseconds), for: .connectTimeout)
      }
      if let interface = options.localInterface {
        // Without saying which of the two, libcurl would ask the name service for what is no interface.
        let kind = interface.isAddress ? "host!" : "if!"
        set(LIBCURL_OPT_INTERFACE, .text(kind + interface), for: .localInterface)
      }
      // The empty text asks for every encoding that this libcurl can undo.
      set(
        LIBCURL_OPT_ACCEPT_ENCODING, .text(options.decompressesBodies ? "" : nil), for: .decompressesBodies)
      let version =
        switch options.httpVersion {
        case .automatic: hasHTTP2 ? LIBCURL_HTTP_VERSION_2TLS : LIBCURL_HTTP_VERSION_1_1
        case .http1: LIBCURL_HTTP_VERSION_1_1
        case .http2: LIBCURL_HTTP_VERSION_2_0
        case .http2PriorKnowledge: LIBCURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
        }
      if !hasHTTP2, [.http2, .http2PriorKnowledge].contains(options.httpVersion) {
        throw TransportOptionError(.httpVersion, .missingFeature("HTTP/2"))
      }
      set(LIBCURL_OPT_HTTP_VERSION, .number(Int(version)), for: .httpVersion)
      if options.httpVersion == .http2PriorKnowledge, breaksReuseOfPriorKnowledge {
        set(LIBCURL_OPT_FRESH_CONNECT, .number(1), for: .httpVersion)
        set(LIBCURL_OPT_FORBID_REUSE, .number(1), for: .httpVersion)
      }
    }

    private mutating func addLimits(_ limits: ConnectionLimits) {
      for (option, limit, cause) in [
        (LIBCURL_MULTI_MAX_HOST_CONNECTIONS, limits.perHost, TransportOption.connectionsPerHost),
        (LIBCURL_MULTI_MAX_TOTAL_CONNECTIONS, limits.total, .totalConnections),
        (LIBCURL_MULTI_MAXCONNECTS, limits.idle, .idleConnections),
      ] {
        guard let limit else { continue }
        multiSettings.append(Setting(option: option, value: .number(limit), cause: cause))
      }
    }
  }

  extension CurlCapabilities {
    /// The encodings of bodies that are undone, as `Accept-Encoding` has them; nil where there are none.
    fileprivate var encodings: String? {
      let names = [(Feature.gzip, "gzip, deflate"), (.brotli, "br"), (.zstd, "zstd")]
        .filter { features.contains($0.0) }.map(\.1)
      return names.isEmpty ? nil : names.joined(separator: ", ")
    }
  }

  extension TransportOption {
    fileprivate var isAboutTLS: Bool {
      switch self {
      case .minimumTLSVersion, .maximumTLSVersion, .authorities, .clientIdentity, .pins, .anyCertificate,
        .anyHostName:
        true
      default: false
      }
    }
  }

  extension Duration {
    /// In milliseconds, one at least.
    fileprivate var wholeMilliseconds: Int {
      let (seconds, attoseconds) = components
      return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
  }

  extension String {
    /// Whether it is an address, and no name: four numbers, or anything with a colon, which no name has.
    fileprivate var isAddress: Bool {
      let parts = split(separator: ".", omittingEmptySubsequences: false)
      return contains(":") || parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
  }
#endif
