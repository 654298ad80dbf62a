#if os(Linux)
  import CLibcurl
  import Foundation

  /// ``TransportOptions`` as options of libcurl: those for all handles, and those for certain hosts.
  ///
  /// The settings depend only on the options and the capabilities. Handles must not outlive this value, because it owns
  /// the files that their options name.
  struct CurlOptions: Sendable {
    /// One option of a handle.
    struct Setting: Sendable, Equatable {
      enum Argument: Sendable, Equatable {
        case number(Int)
        /// A string, or nil to reset the option.
        case text(String?)
        case bytes(Data)
      }

      /// libcurl's number for the option.
      var option: Int32
      var value: Argument
      /// The transport option that it implements.
      var cause: TransportOption
      /// Whether a libcurl without this option is acceptable.
      var isOptional = false
    }

    /// libcurl rejected an option.
    struct Refusal: Error, Sendable, Equatable {
      var option: Int32
      var code: Int32
      var cause: TransportOption
    }

    /// The options of each easy handle.
    private(set) var settings: [Setting] = []
    /// The options of the multi handle.
    private(set) var multiSettings: [Setting] = []
    private let pins: [PublicKeyPins]
    private let proxyExceptions: ProxyExceptions
    /// What libcurl gets as exceptions for all other hosts; nil lets it read those of the environment.
    private let otherExceptions: String?
    private let httpVersion: HTTPVersionPreference
    private let hasHTTP2: Bool
    /// Whether concurrent requests may share an HTTP/2 connection.
    let multiplexes: Bool
    /// Whether the second request fails on a connection opened with prior knowledge, as in 7.88 (curl/curl#10634).
    private let breaksReuseOfPriorKnowledge: Bool
    private let strandsStreams: Bool
    /// Whether the receive buffer must hold an HTTP/2 response that is read at once.
    private let readsWhole: Bool
    /// Whether a handle may be used again, for another request.
    let keepsHandles: Bool
    /// Whether the callback for the body also gets each line of a head, before libcurl itself reads it.
    let checksLines: Bool
    /// Whether a proxy may open tunnels to servers.
    let mayTunnel: Bool
    /// The content encodings to request: all that this machine can decode; nil for none.
    let encodings: String?
    /// The content codings to undo.
    let codings: [ContentCoding]
    /// Whether libcurl calls back before each attempt to send, as from 7.80 on.
    ///
    /// Earlier versions send a request again without asking when a kept connection turns out to be closed.
    let asksBeforeSending: Bool
    /// The files for data that libcurl cannot take from memory.
    let files: CurlOptionFiles

    /// Creates the options, and checks them.
    ///
    /// - Parameters:
    ///   - options: The options of the transport.
    ///   - capabilities: The capabilities of the libcurl that they are for.
    ///   - system: The certificates of the system.
    ///   - codings: The content codings that this machine can undo.
    /// - Throws: ``TransportOptionError`` for an option that is invalid or unsupported.
    init(
      _ options: TransportOptions, capabilities: CurlCapabilities,
      system: SystemAuthorities = .libraryDefault, codings: [ContentCoding] = ContentCoding.available
    ) throws(TransportOptionError) {
      try options.check(supported: Set(TransportOption.allCases), by: "CurlTransport")
      pins = options.tls.pins.map(\.canonical)
      proxyExceptions = try options.proxy.exceptions()
      otherExceptions = options.proxy == .environment ? nil : ""
      httpVersion = options.httpVersion
      hasHTTP2 = capabilities.features.contains(.http2)
      multiplexes = capabilities.features.contains(.multiplexing)
      breaksReuseOfPriorKnowledge =
        capabilities.version >= CurlCapabilities.Version(7, 88)
        && capabilities.version < CurlCapabilities.Version(8, 0)
      strandsStreams = capabilities.strandsStreams
      readsWhole = capabilities.losesEnds && options.httpVersion != .http1
      mayTunnel = options.unixSocketPath == nil && options.proxy.mayTunnel
      // With a tunnel, the head of a second response to `CONNECT` would be mistaken for a part of the body.
      keepsHandles = !capabilities.hidesRepetitions && (!capabilities.usesFreedFields || !mayTunnel)
      checksLines = capabilities.usesFreedFields && keepsHandles
      self.codings = options.decompressesBodies ? codings : []
      encodings = ContentCoding.accepted(self.codings)
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

    /// Returns whether a request waits for a connection that is being opened, in case it can share it with HTTP/2.
    ///
    /// It does not wait if sharing is impossible.
    func waitsToShare(isSecure: Bool) -> Bool {
      guard multiplexes else { return false }
      return switch httpVersion {
      case .http1: false
      case .automatic, .http2: hasHTTP2 && isSecure
      case .http2PriorKnowledge: !breaksReuseOfPriorKnowledge
      }
    }

    /// Returns whether a connection certainly has HTTP/1, before a response has arrived.
    func excludesSharing(isSecure: Bool) -> Bool {
      switch httpVersion {
      case .http1: true
      case .automatic: !hasHTTP2 || !isSecure
      case .http2, .http2PriorKnowledge: !hasHTTP2
      }
    }

    /// Returns whether libcurl asks the server to continue with HTTP/2 (RFC 7540 section 3.2).
    func requestsUpgrade(isSecure: Bool) -> Bool { httpVersion == .http2 && !isSecure }

    /// Returns whether a cancelled request may leave others of its connection stuck, so that libcurl must be made to
    /// continue with them.
    func mayStrandOthers(isSecure: Bool) -> Bool {
      strandsStreams && (waitsToShare(isSecure: isSecure) || httpVersion == .http2)
    }

    /// Whether the number of connections is limited.
    var limitsConnections: Bool { !multiSettings.isEmpty }

    /// The maximum number of connections; 0 for no limit.
    var totalConnections: Int {
      let setting = multiSettings.first { $0.option == LIBCURL_MULTI_MAX_TOTAL_CONNECTIONS }
      guard case .number(let number)? = setting?.value else { return 0 }
      return number
    }

    /// Whether some hosts have options in addition to ``settings``, so that each request needs ``configure(_:for:)``.
    var dependsOnHost: Bool { !pins.isEmpty || !proxyExceptions.isEmpty }

    /// Returns the options for requests to the host, which replace those of another host.
    func settings(for host: String) -> [Setting] {
      var settings: [Setting] = []
      if !pins.isEmpty {
        settings.append(
          Setting(option: LIBCURL_OPT_PINNEDPUBLICKEY, value: .text(pins(for: host)), cause: .pins))
      }
      if !proxyExceptions.isEmpty {
        let isDirect = proxyExceptions.contains(HostName.canonical(host))
        settings.append(
          Setting(option: LIBCURL_OPT_NOPROXY, value: .text(isDirect ? "*" : otherExceptions), cause: .proxy))
      }
      return settings
    }

    /// Returns the pins for a host in libcurl's form, or nil if any key is accepted.
    ///
    /// The spelling of the host does not matter.
    func pins(for host: String) -> String? {
      let host = HostName.canonical(host)
      let keys = pins.filter { $0.areFor(host) }.flatMap(\.keys)
      return keys.isEmpty ? nil : keys.joined(separator: ";")
    }

    @inline(never)
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
        // Without a prefix, libcurl would resolve the text as a host name if there is no such interface.
        let kind = interface.isAddress ? "host!" : "if!"
        set(LIBCURL_OPT_INTERFACE, .text(kind + interface), for: .localInterface)
      }
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
      if readsWhole {
        set(LIBCURL_OPT_BUFFERSIZE, .number(Self.wholeReadSize), for: .httpVersion)
      }
      if options.httpVersion == .http2PriorKnowledge, breaksReuseOfPriorKnowledge {
        set(LIBCURL_OPT_FRESH_CONNECT, .number(1), for: .httpVersion)
        set(LIBCURL_OPT_FORBID_REUSE, .number(1), for: .httpVersion)
      }
    }

    /// The size of a receive buffer that an HTTP/2 response never overflows (``CurlCapabilities/losesEnds``).
    ///
    /// Only a running transfer has a buffer.
    static let wholeReadSize = 102_400

    /// The size of the receive buffer where a response cannot have HTTP/2.
    ///
    /// libcurl allocates a buffer for each transfer. When 64 KiB or more are freed, the GNU allocator consolidates all
    /// the small objects that were freed, which makes the next ones more expensive.
    static let plainReadSize = 61_440

    /// Returns the size of the receive buffer for a request, or nil for that of all requests.
    func receiveSize(isSecure: Bool) -> Int? {
      guard readsWhole else { return nil }
      return excludesSharing(isSecure: isSecure) ? Self.plainReadSize : Self.wholeReadSize
    }

    /// Returns whether libcurl may not notice that a response ended when the request did (``CurlTransfer/feed()``).
    func mayMissEnd(isSecure: Bool) -> Bool { readsWhole && !excludesSharing(isSecure: isSecure) }

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

  extension ProxySetting {
    fileprivate var mayTunnel: Bool {
      switch self {
      case .environment, .http: true
      case .none, .socks: false
      }
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
    /// The duration in milliseconds, at least one.
    fileprivate var wholeMilliseconds: Int {
      let (seconds, attoseconds) = components
      return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
  }

  extension String {
    /// Whether the text is an address: four numbers, or anything with a colon, which no name contains.
    fileprivate var isAddress: Bool { utf8.contains(UInt8(ascii: ":")) || HostName.isFourNumbers(self) }
  }
#endif
