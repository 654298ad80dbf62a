import Foundation
import Net
import TestSupport
import Testing

/// Invalid values are rejected by every transport, and the error keeps the given value.
@Suite struct TransportOptionsChecksTests {
  private func refusal(_ change: (inout TransportOptions) -> Void) -> TransportOptionError? {
    var options = TransportOptions()
    change(&options)
    do {
      try options.check(supported: Set(TransportOption.allCases), by: "Any")
      return nil
    } catch { return error }
  }

  private func given(_ error: TransportOptionError?) -> String? {
    if case .invalidValue(let given, _)? = error?.reason { given } else { nil }
  }

  @Test func aMaximumTLSVersionBelowTheMinimumIsRejected() {
    let error = refusal {
      $0.tls.minimumVersion = .tlsv13
      $0.tls.maximumVersion = .tlsv12
    }
    expectEqual(
      error?.description,
      "tls.maximumVersion: \"TLS 1.2\" is invalid, expected TLS 1.3, the minimum, or later")
  }

  @Test func minimumAndMaximumTLSVersionMayBeEqual() {
    expectNil(
      refusal {
        $0.tls.minimumVersion = .tlsv12
        $0.tls.maximumVersion = .tlsv12
      })
  }

  @Test func anEmptyListOfCertificateAuthoritiesIsRejected() {
    expectEqual(refusal { $0.tls.authorities = .only([]) }?.option, .authorities)
  }

  @Test(
    arguments: [
      "", "YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE=", "sha256//", "sha256//AAAA", "sha1//AAAA",
      "sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE=;sha256//",
    ])
  func anInvalidPublicKeyPinIsRejected(text: String) {
    let error = refusal { $0.tls.pins = [PublicKeyPins([text])] }
    expectEqual(error?.option, .pins)
    expectEqual(given(error), text)
  }

  @Test func anEmptyListOfPublicKeyPinsIsRejected() {
    expectEqual(refusal { $0.tls.pins = [PublicKeyPins([])] }?.option, .pins)
  }

  @Test(arguments: [
    "*.example.com", ".example.com", "api.example.com:443", "https://api.example.com", "api.example.com/",
    "a.example,b.example", " a.example", "", "[::1]:443", "::1::",
  ])
  func aPinnedHostThatIsNotAHostIsRejected(host: String) {
    let pin = "sha256//" + Data(repeating: 1, count: 32).base64EncodedString()
    let error = refusal { $0.tls.pins = [PublicKeyPins([pin], for: ["a.example", host])] }
    expectEqual(error?.option, .pins)
    expectEqual(given(error), host)
  }

  @Test(arguments: [
    "localhost", "api.example.com", "API.example.com.", "bücher.example", "a_b.example", "127.0.0.1", "127.1",
    "::1", "[::1]", "0:0::1", "fe80::1%eth0",
  ])
  func aPinnedHostMayHaveAnySpelling(host: String) {
    let pin = "sha256//" + Data(repeating: 1, count: 32).base64EncodedString()
    expectNil(refusal { $0.tls.pins = [PublicKeyPins([pin], for: [host])] })
  }

  @Test func pinsForNoHostAreRejected() {
    let pin = "sha256//" + Data(repeating: 1, count: 32).base64EncodedString()
    expectEqual(refusal { $0.tls.pins = [PublicKeyPins([pin], for: [])] }?.option, .pins)
  }

  @Test(arguments: ["", "proxy:1080", "http://proxy", "socks5://", "socks://proxy", "socks5://proxy/path"])
  func anInvalidSOCKSProxyIsRejected(text: String) {
    let error = refusal { $0.proxy = .socks(text) }
    expectEqual(error?.option, .proxy)
    expectEqual(
      error?.description.contains("expected a socks4, socks4a, socks5 or socks5h URL with a host"), true)
  }

  @Test(arguments: ["socks4://p", "socks4a://p:1", "socks5://[::1]:1080", "SOCKS5H://p"])
  func aSOCKSProxyIsAccepted(text: String) {
    expectNil(
      refusal { $0.proxy = .socks(text, credentials: ProxyCredentials(username: "a:b", password: "")) })
  }

  @Test func aSOCKSProxyWithCredentialsInItsURLIsRejectedWithoutShowingThem() {
    let error = refusal { $0.proxy = .socks("socks5://me:s3cret@proxy") }
    expectEqual(error?.option, .proxy)
    expectEqual(error.map { "\($0)" }?.contains("s3cret"), false)
  }

  @Test func socksCredentialsThatAreTooLongAreRejected() {
    let long = ProxyCredentials(username: "me", password: String(repeating: "x", count: 256))
    expectEqual(refusal { $0.proxy = .socks("socks5://p", credentials: long) }?.option, .proxy)
  }

  @Test(
    arguments: [
      "", "proxy:3128", "ftp://proxy", "http://", "http://proxy/path", "http://proxy/?q",
      "socks5://proxy:1080",
    ])
  func anInvalidProxyIsRejected(text: String) {
    let error = refusal { $0.proxy = .http(text) }
    expectEqual(error?.option, .proxy)
    expectEqual(given(error), text)
  }

  @Test(arguments: ["http://proxy", "https://proxy:3129", "http://127.0.0.1:80/", "http://[::1]:3128"])
  func aProxyURLWithAHostIsAccepted(text: String) { expectNil(refusal { $0.proxy = .http(text) }) }

  @Test func credentialsInATextThatIsNotAHostAreHidden() {
    let text = "https://me:secret@internal"
    let pins = PublicKeyPins(["sha256//" + Data(repeating: 1, count: 32).base64EncodedString()], for: [text])
    for error in [
      refusal { $0.proxy = .http("http://proxy", except: [text]) }, refusal { $0.tls.pins = [pins] },
    ] {
      expectEqual(error?.description.contains("<redacted>@internal"), true)
      expectEqual(error?.description.contains("secret"), false)
    }
  }

  @Test func credentialsInAProxyURLAreRejectedAndHidden() {
    let error = refusal { $0.proxy = .http("http://me:secret@proxy") }
    expectEqual(error?.option, .proxy)
    expectEqual(error?.description.contains("secret"), false)
  }

  @Test func aProxyUserNameWithAColonIsRejected() {
    // With a combining mark the colon is another `Character`.
    for name in ["a:b", "a:\u{301}b"] {
      let credentials = ProxyCredentials(username: name, password: "c")
      expectEqual(given(refusal { $0.proxy = .http("http://proxy", credentials: credentials) }), name)
    }
  }

  @Test(arguments: [
    "", "a,b", "a b", "*.internal", "..internal", ".", "localhost:8080", "http://localhost", "localhost/",
    "127.0.0.1:80", "[::1]:80", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/+8", "fd00::/129", "internal/8",
  ])
  func aProxyExceptionThatMatchesNothingIsRejected(text: String) {
    expectEqual(given(refusal { $0.proxy = .http("http://proxy", except: ["localhost", text]) }), text)
  }

  @Test(arguments: [0, -1, Int(Int32.max) + 1]) func aConnectionLimitOutOfRangeIsRejected(limit: Int) {
    expectEqual(refusal { $0.connections.perHost = limit }?.option, .connectionsPerHost)
    expectEqual(refusal { $0.connections.total = limit }?.option, .totalConnections)
    expectEqual(refusal { $0.connections.idle = limit }?.option, .idleConnections)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64(Int32.max))])
  func aConnectTimeoutOutOfRangeIsRejected(timeout: Duration) {
    expectEqual(given(refusal { $0.connectTimeout = timeout }), "\(timeout)")
  }

  @Test(arguments: ["", String(repeating: "s", count: 108)])
  func anInvalidSocketPathIsRejected(path: String) {
    expectEqual(given(refusal { $0.unixSocketPath = path }), path)
  }

  @Test func aStringWithANULIsRejected() {
    expectEqual(refusal { $0.unixSocketPath = "/run/a\0b" }?.option, .unixSocketPath)
    expectEqual(refusal { $0.localInterface = "lo\0" }?.option, .localInterface)
    expectEqual(refusal { $0.tls.authorities = .only([.file("a\0")]) }?.option, .authorities)
    let identity = ClientIdentity(certificate: .file("a"), passphrase: "secret\0")
    expectEqual(refusal { $0.tls.clientIdentity = identity }?.option, .clientIdentity)
    let credentials = ProxyCredentials(username: "a", password: "secret\0")
    let error = refusal { $0.proxy = .http("http://proxy", credentials: credentials) }
    expectEqual(error?.option, .proxy)
    expectEqual(error?.description.contains("secret"), false)
  }

  @Test func descriptionsContainNoSecrets() {
    var options = TransportOptions()
    options.tls.clientIdentity = ClientIdentity(
      certificate: .data(Data("secret".utf8)), privateKey: .data(Data("secret".utf8)), passphrase: "secret")
    options.proxy = .http(
      "http://proxy", credentials: ProxyCredentials(username: "me", password: "secret"))
    var dumped = ""
    dump(options, to: &dumped)
    for text in ["\(options)", String(reflecting: options), dumped] {
      #expect(!text.contains("secret"))
      #expect(!text.contains("115, 101, 99"))
    }
  }
}
