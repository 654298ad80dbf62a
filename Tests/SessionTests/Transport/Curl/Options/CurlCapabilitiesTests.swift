#if os(Linux)
  import CLibcurl
  import Net
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlCapabilitiesTests {
    private func capabilities(
      _ number: UInt32 = 0x075801, features: Int32 = LIBCURL_FEATURE_SSL, tls: String? = "OpenSSL/3.0.19"
    ) -> CurlCapabilities {
      CurlCapabilities(number: number, features: features, tls: tls)
    }

    @Test func theInstalledLibraryIsSupported() throws {
      let current = try #require(CurlCapabilities.current)
      #expect(current.version >= CurlCapabilities.Version(7, 68))
      expectNotNil(current.tlsBackend)
    }

    @Test func aVersionNumberHasThreeParts() {
      expectEqual(capabilities(0x075801).version, CurlCapabilities.Version(7, 88, 1))
      expectEqual(capabilities(0x080b01).version.description, "8.11.1")
    }

    @Test func versionsAreComparedNumerically() {
      #expect(CurlCapabilities.Version(7, 100) < CurlCapabilities.Version(8, 0))
      #expect(CurlCapabilities.Version(7, 9, 8) < CurlCapabilities.Version(7, 10))
      #expect(CurlCapabilities.Version(7, 88, 1) > CurlCapabilities.Version(7, 88))
    }

    @Test func featureBitsAreDecoded() {
      let bits = LIBCURL_FEATURE_SSL | LIBCURL_FEATURE_HTTP2 | LIBCURL_FEATURE_BROTLI
      expectEqual(capabilities(0x074400, features: bits).features, [.http2, .multiplexing, .brotli])
    }

    @Test(arguments: [
      (UInt32(0x074400), true), (0x075700, true), (0x075800, false), (0x075801, false), (0x080001, false),
      (0x080100, true), (0x081700, true),
    ])
    func multiplexingIsDisabledForVersionsThatTruncateResponses(number: UInt32, areShared: Bool) {
      let bits = LIBCURL_FEATURE_SSL | LIBCURL_FEATURE_HTTP2
      expectEqual(capabilities(number, features: bits).features.contains(.multiplexing), areShared)
      #expect(!capabilities(number).features.contains(.multiplexing))
    }

    @Test func theActiveBackendOfSeveralIsUsed() {
      let found = capabilities(tls: "(OpenSSL/3.0.11) GnuTLS/3.7.9 (mbedTLS/2.28)")
      expectEqual(found.tlsBackend, "GnuTLS/3.7.9")
      #expect(!found.features.contains(.identitiesInMemory))
    }

    @Test func withoutTLSThereIsNoTLSBackend() {
      expectNil(capabilities(features: 0, tls: nil).tlsBackend)
    }

    @Test func certificatesInMemoryDependOnTheVersion() {
      let inMemory: Set<CurlCapabilities.Feature> = [.authoritiesInMemory, .identitiesInMemory]
      #expect(capabilities(0x074600).features.isDisjoint(with: inMemory))
      expectEqual(capabilities(0x074700).features.intersection(inMemory), [.identitiesInMemory])
      #expect(capabilities(0x074d00).features.isSuperset(of: inMemory))
    }

    @Test func gnuTLSAcceptsNoCertificatesInMemory() {
      let found = capabilities(tls: "GnuTLS/3.7.9").features
      #expect(found.isDisjoint(with: [.authoritiesInMemory, .identitiesInMemory]))
    }

    @Test func quickCancellationDependsOnTheVersion() {
      #expect(!capabilities(0x075600).features.contains(.quickCancellation))
      #expect(capabilities(0x075700).features.contains(.quickCancellation))
    }
  }
#endif
