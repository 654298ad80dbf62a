#if os(Linux)
  import CLibcurl
  import Foundation
  import Net
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlOptionsTests {
    private let everything = CurlCapabilities(
      version: .init(8, 0), tlsBackend: "OpenSSL/3.0.19", features: Set(CurlCapabilities.Feature.allCases))

    private func options(
      without missing: Set<CurlCapabilities.Feature> = [], tlsBackend: String? = "OpenSSL/3.0.19",
      _ change: (inout TransportOptions) -> Void = { _ in }
    ) throws(TransportOptionError) -> CurlOptions {
      var options = TransportOptions()
      change(&options)
      return try CurlOptions(
        options,
        capabilities: CurlCapabilities(
          version: everything.version, tlsBackend: tlsBackend,
          features: everything.features.subtracting(missing)))
    }

    private func value(_ option: Int32, _ options: CurlOptions) -> CurlOptions.Setting.Argument? {
      options.settings.last { $0.option == option }?.value
    }

    @Test func byDefaultNoTLSOrProxyOptionIsSet() throws {
      let settings = try options().settings.map(\.option)
      expectEqual(settings, [LIBCURL_OPT_HTTP_VERSION, LIBCURL_OPT_BUFFERSIZE])
    }

    @Test(
      arguments: [
        (TLSVersion.tlsv12, nil, 6), (.tlsv13, nil, 7), (nil, .tlsv12, 6 << 16),
        (.tlsv1, .tlsv13, 4 | 7 << 16),
        (.tlsv11, .tlsv11, 5 | 5 << 16),
      ] as [(TLSVersion?, TLSVersion?, Int)])
    func tlsVersionsAreCombinedIntoOneNumber(minimum: TLSVersion?, maximum: TLSVersion?, number: Int) throws {
      let made = try options {
        $0.tls.minimumVersion = minimum
        $0.tls.maximumVersion = maximum
      }
      expectEqual(value(LIBCURL_OPT_SSLVERSION, made), .number(number))
      expectEqual(value(LIBCURL_OPT_PROXY_SSLVERSION, made), .number(number))
    }

    @Test func acceptingAnyCertificateStillChecksTheHostName() throws {
      let made = try options { $0.tls.dangerouslyAcceptsAnyCertificate = true }
      expectEqual(value(LIBCURL_OPT_SSL_VERIFYPEER, made), .number(0))
      expectNil(value(LIBCURL_OPT_SSL_VERIFYHOST, made))
    }

    @Test func acceptingAnyHostNameStillChecksTheCertificate() throws {
      let made = try options { $0.tls.dangerouslyAcceptsAnyHostName = true }
      expectEqual(value(LIBCURL_OPT_SSL_VERIFYHOST, made), .number(0))
      expectNil(value(LIBCURL_OPT_SSL_VERIFYPEER, made))
    }

    @Test func pinsApplyToTheirHosts() throws {
      let pin = { (byte: UInt8) in "sha256//" + Data(repeating: byte, count: 32).base64EncodedString() }
      let made = try options {
        $0.tls.pins = [PublicKeyPins([pin(1), pin(2)], for: ["A.example"]), PublicKeyPins([pin(3)])]
      }
      expectTrue(made.dependsOnHost)
      expectEqual(made.pins(for: "a.Example"), "\(pin(1));\(pin(2));\(pin(3))")
      expectEqual(made.pins(for: "b.example"), pin(3))
    }

    @Test func aHostThatIsNotListedHasNoPins() throws {
      let pin = "sha256//" + Data(repeating: 1, count: 32).base64EncodedString()
      let made = try options { $0.tls.pins = [PublicKeyPins([pin], for: ["a.example"])] }
      expectNil(made.pins(for: "b.example"))
    }

    @Test func noProxyIsPassedAsAnEmptyString() throws {
      expectEqual(value(LIBCURL_OPT_PROXY, try options { $0.proxy = .none }), .text(""))
    }

    @Test func aProxyIgnoresTheExceptionsOfTheEnvironment() throws {
      let made = try options { $0.proxy = .http("http://proxy:3128") }
      expectEqual(value(LIBCURL_OPT_PROXY, made), .text("http://proxy:3128"))
      expectEqual(value(LIBCURL_OPT_NOPROXY, made), .text(""))
    }

    @Test func proxyExceptionsApplyToTheirHosts() throws {
      let made = try options { $0.proxy = .http("http://proxy", except: ["localhost", ".internal"]) }
      expectTrue(made.dependsOnHost)
      let hosts = ["localhost", "A.internal", "other.example", "LOCALHOST."]
      expectEqual(
        hosts.flatMap(made.settings(for:)).map(\.value), [.text("*"), .text("*"), .text(""), .text("*")])
      expectEqual(made.settings(for: "a.internal").map(\.option), [LIBCURL_OPT_NOPROXY])
    }

    @Test func aProxyExceptionForAllHostsReplacesOthers() throws {
      let made = try options { $0.proxy = .socks("socks5://proxy", except: ["localhost", "*"]) }
      expectEqual(made.settings(for: "other.example").map(\.value), [.text("*")])
    }

    @Test(arguments: [
      ("http://proxy", "http://proxy:80"), ("HTTP://proxy/", "HTTP://proxy:80"),
      ("http://[::1]:/", "http://[::1]:80"), ("http://proxy:3128/", "http://proxy:3128/"),
      ("https://proxy", "https://proxy"),
    ])
    func anHTTPProxyHasThePortOfItsScheme(url: String, text: String) throws {
      let made = try options { $0.proxy = .http(url) }
      expectEqual(value(LIBCURL_OPT_PROXY, made), .text(text))
    }

    @Test func aUnixSocketIgnoresTheProxyOfTheEnvironment() throws {
      let made = try options { $0.unixSocketPath = "/run/a" }
      expectEqual(value(LIBCURL_OPT_UNIX_SOCKET_PATH, made), .text("/run/a"))
      expectEqual(value(LIBCURL_OPT_PROXY, made), .text(""))
    }

    @Test(arguments: [
      ("eth0", "if!eth0"), ("127.0.0.1", "host!127.0.0.1"), ("::1", "host!::1"),
      ("1.2.3.400", "if!1.2.3.400"),
    ])
    func anInterfaceIsNotMistakenForAHostName(given: String, text: String) throws {
      expectEqual(value(LIBCURL_OPT_INTERFACE, try options { $0.localInterface = given }), .text(text))
    }

    @Test(arguments: [(Duration.seconds(2), 2000), (.milliseconds(1500), 1500), (.microseconds(1), 1)])
    func theConnectTimeoutIsInMilliseconds(timeout: Duration, number: Int) throws {
      let made = try options { $0.connectTimeout = timeout }
      expectEqual(value(LIBCURL_OPT_CONNECTTIMEOUT_MS, made), .number(number))
    }

    @Test func withoutDecompressionNoEncodingIsRequested() throws {
      let gzip: HTTPHeaders = ["Content-Encoding": "gzip"]
      expectEqual(try options().encodings?.hasPrefix("gzip, deflate"), true)
      expectEqual(ContentCoding.list(gzip, known: try options().codings), [.gzip])
      let made = try options { $0.decompressesBodies = false }
      #expect(made.encodings == nil && ContentCoding.list(gzip, known: made.codings).isEmpty)
    }

    @Test func withoutTheLibrariesNoEncodingIsRequestedOrDecoded() throws {
      let made = try CurlOptions(TransportOptions(), capabilities: everything, codings: [])
      expectNil(made.encodings)
      #expect(ContentCoding.list(["Content-Encoding": "gzip"], known: made.codings).isEmpty)
    }

    @Test(arguments: [
      (HTTPVersionPreference.automatic, LIBCURL_HTTP_VERSION_2TLS), (.http1, LIBCURL_HTTP_VERSION_1_1),
      (.http2, LIBCURL_HTTP_VERSION_2_0), (.http2PriorKnowledge, LIBCURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE),
    ])
    func theHTTPVersionIsMapped(preference: HTTPVersionPreference, number: Int32) throws {
      let made = try options { $0.httpVersion = preference }
      expectEqual(value(LIBCURL_OPT_HTTP_VERSION, made), .number(Int(number)))
    }

    @Test(arguments: [
      (HTTPVersionPreference.automatic, false, true), (.http1, false, false), (.http2, false, true),
      (.http2PriorKnowledge, true, true),
    ])
    func requestsWaitForAConnectionTheyCouldShare(
      preference: HTTPVersionPreference, http: Bool, https: Bool
    ) throws {
      let made = try options { $0.httpVersion = preference }
      expectEqual(made.waitsToShare(isSecure: false), http)
      expectEqual(made.waitsToShare(isSecure: true), https)
    }

    @Test(arguments: [
      (CurlCapabilities.Version(7, 87), false), (.init(7, 88), true), (.init(7, 88, 1), true),
      (.init(8, 0), false),
    ])
    func versionsThatCannotReusePriorKnowledgeConnectionsOpenNewOnes(
      version: CurlCapabilities.Version, isFresh: Bool
    ) throws {
      var options = TransportOptions()
      options.httpVersion = .http2PriorKnowledge
      let made = try CurlOptions(
        options,
        capabilities: CurlCapabilities(
          version: version, tlsBackend: "OpenSSL/3", features: [.http2, .multiplexing]))
      expectEqual(value(LIBCURL_OPT_FRESH_CONNECT, made) == .number(1), isFresh)
      expectEqual(value(LIBCURL_OPT_FORBID_REUSE, made) == .number(1), isFresh)
      expectEqual(made.waitsToShare(isSecure: false), !isFresh)
    }

    @Test(arguments: [
      (CurlCapabilities.Version(7, 68), true), (.init(7, 87), true), (.init(7, 88), false),
      (.init(8, 1), false),
    ])
    func versionsThatLoseReadDataAreDetected(version: CurlCapabilities.Version, isMade: Bool) throws {
      let strands = { (preference: HTTPVersionPreference, isSecure: Bool, features) throws in
        var options = TransportOptions()
        options.httpVersion = preference
        let capabilities = CurlCapabilities(version: version, tlsBackend: "OpenSSL/3", features: features)
        return try CurlOptions(options, capabilities: capabilities).mayStrandOthers(isSecure: isSecure)
      }
      expectEqual(try strands(.automatic, true, [.http2, .multiplexing]), isMade)
      expectEqual(try strands(.http2, false, [.http2, .multiplexing]), isMade)
      #expect(try !strands(.automatic, false, [.http2, .multiplexing]))
      #expect(try !strands(.http1, true, [.http2, .multiplexing]))
      #expect(try !strands(.automatic, true, []))
    }

    @Test(arguments: [
      (CurlCapabilities.Version(7, 87), false), (.init(7, 88), true), (.init(7, 88, 1), true),
      (.init(8, 0), true),
      (.init(8, 1), false),
    ])
    func versionsThatLoseEndsHaveALargerBuffer(version: CurlCapabilities.Version, isLarge: Bool) throws {
      let isSet = { (preference: HTTPVersionPreference, features: Set<CurlCapabilities.Feature>) throws in
        var options = TransportOptions()
        options.httpVersion = preference
        let capabilities = CurlCapabilities(version: version, tlsBackend: "OpenSSL/3", features: features)
        let made = try CurlOptions(options, capabilities: capabilities)
        return value(LIBCURL_OPT_BUFFERSIZE, made) == .number(102_400)
      }
      expectEqual(try isSet(.automatic, [.http2]), isLarge)
      expectEqual(try isSet(.http2PriorKnowledge, [.http2]), isLarge)
      #expect(try !isSet(.http1, [.http2]))
      #expect(try !isSet(.automatic, []))
    }

    /// Freeing 64 KiB or more makes the allocator work.
    @Test func aRequestWithoutHTTP2HasASmallerBuffer() throws {
      let size = { (preference: HTTPVersionPreference, number: Int, isSecure: Bool) throws -> Int? in
        var options = TransportOptions()
        options.httpVersion = preference
        let capabilities = CurlCapabilities(
          version: .init(7, number), tlsBackend: "OpenSSL/3", features: [.http2])
        return try CurlOptions(options, capabilities: capabilities).receiveSize(isSecure: isSecure)
      }
      #expect(try size(.automatic, 88, false) == 61_440)
      #expect(try size(.automatic, 88, true) == 102_400)
      #expect(try size(.http2, 88, false) == 102_400)
      #expect(try size(.http2PriorKnowledge, 88, false) == 102_400)
      #expect(try size(.http1, 88, false) == nil)
      #expect(try size(.automatic, 87, false) == nil)
    }

    @Test func http2IsNotRequestedByDefaultIfUnsupported() throws {
      let made = try options(without: [.http2])
      expectEqual(value(LIBCURL_OPT_HTTP_VERSION, made), .number(Int(LIBCURL_HTTP_VERSION_1_1)))
    }

    @Test(arguments: [HTTPVersionPreference.http2, .http2PriorKnowledge])
    func requestingHTTP2IsAnErrorIfUnsupported(preference: HTTPVersionPreference) {
      #expect(throws: TransportOptionError(.httpVersion, .missingFeature("HTTP/2"))) {
        try options(without: [.http2]) { $0.httpVersion = preference }
      }
    }

    @Test func aUnixSocketPathIsAnErrorIfUnsupported() {
      #expect(throws: TransportOptionError(.unixSocketPath, .missingFeature("Unix domain sockets"))) {
        try options(without: [.unixSockets]) { $0.unixSocketPath = "/run/a" }
      }
    }

    @Test func anHTTPSProxyIsAnErrorIfUnsupported() throws {
      _ = try options(without: [.httpsProxy]) { $0.proxy = .http("http://proxy") }
      #expect(throws: TransportOptionError(.proxy, .missingFeature("proxies over TLS"))) {
        try options(without: [.httpsProxy]) { $0.proxy = .http("HTTPS://proxy") }
      }
    }

    @Test func aTLSOptionIsAnErrorIfTLSIsUnsupported() throws {
      _ = try options(tlsBackend: nil)
      #expect(throws: TransportOptionError(.minimumTLSVersion, .missingFeature("TLS"))) {
        try options(tlsBackend: nil) { $0.tls.minimumVersion = .tlsv12 }
      }
    }

    @Test func connectionLimitsAreOptionsOfTheMultiHandle() throws {
      let made = try options { $0.connections = ConnectionLimits(perHost: 1, total: 2, idle: 3) }
      expectEqual(
        made.multiSettings.map(\.option),
        [
          LIBCURL_MULTI_MAX_HOST_CONNECTIONS, LIBCURL_MULTI_MAX_TOTAL_CONNECTIONS, LIBCURL_MULTI_MAXCONNECTS,
        ])
      expectEqual(made.multiSettings.map(\.value), [.number(1), .number(2), .number(3)])
    }

    /// One change of each kind, all at once.
    @Test func theInstalledLibraryAcceptsEveryOption() throws {
      let current = try #require(CurlCapabilities.current)
      var options = TransportOptions()
      options.tls.minimumVersion = .tlsv12
      options.tls.maximumVersion = .tlsv13
      options.tls.authorities = .systemAnd([])
      options.tls.pins = [PublicKeyPins(["sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="])]
      options.tls.dangerouslyAcceptsAnyCertificate = true
      options.tls.dangerouslyAcceptsAnyHostName = true
      options.proxy = .http(
        "http://proxy", credentials: ProxyCredentials(username: "a", password: "b"), except: ["c"])
      options.connections = ConnectionLimits(perHost: 1, total: 2, idle: 3)
      options.httpVersion = .http1
      options.connectTimeout = .seconds(1)
      options.localInterface = "lo"
      options.decompressesBodies = false
      let made = try CurlOptions(checking: options, capabilities: current)
      #expect(made.settings.count >= 15)
    }

    @Test func aRejectedOptionIsAnErrorWithLibcurlsMessage() {
      let refusal = CurlOptions.Refusal(
        option: LIBCURL_OPT_INTERFACE, code: LIBCURL_E_UNKNOWN_OPTION, cause: .localInterface)
      let error = refusal.optionError(everything)
      expectEqual(error.option, .localInterface)
      #expect(error.description.contains("An unknown option was passed in to libcurl"))
    }

    @Test func pinsUnsupportedByTheBackendAreAnError() {
      let refusal = CurlOptions.Refusal(
        option: LIBCURL_OPT_PINNEDPUBLICKEY, code: LIBCURL_E_NOT_BUILT_IN, cause: .pins)
      expectEqual(
        refusal.optionError(everything),
        TransportOptionError(.pins, .unsupportedByTLSBackend("OpenSSL/3.0.19")))
    }

    // MARK: - The environment

    @Test func withoutAProxyInTheEnvironmentNoneIsUsed() {
      expectEqual(TransportOptions().settled(by: ["PATH": "/bin", "NO_PROXY": "*"]).proxy, .none)
    }

    @Test(arguments: ["http_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
    func aProxyInTheEnvironmentIsLeftToLibcurl(name: String) {
      expectEqual(TransportOptions().settled(by: [name: "http://proxy:1"]).proxy, .environment)
    }

    @Test func anExplicitProxyIsKept() {
      var options = TransportOptions()
      options.proxy = .http("http://proxy:1")
      expectEqual(options.settled(by: [:]), options)
    }
  }
#endif
