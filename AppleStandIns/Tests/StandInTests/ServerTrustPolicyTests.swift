import Foundation
import Net
import Security
import Testing

@Suite struct ServerTrustPolicyTests {
  private let key = Data("key".utf8)
  private let certificate = Data("certificate".utf8)

  private func trust(_ isTrusted: Bool = true) -> SecTrust {
    SecTrust(
      chain: [
        SecCertificate(data: Data("leaf".utf8)), SecCertificate(data: certificate, key: SecKey(data: key)),
      ], isTrusted: isTrusted)
  }

  @Test func theSystemDecidesWithoutPins() {
    #expect(ServerTrustPolicy.system.trusts(trust(), "a.test"))
    #expect(!ServerTrustPolicy.system.trusts(trust(false), "a.test"))
  }

  @Test func aPinnedCertificateAnywhereInTheChainIsTrusted() {
    let policy = ServerTrustPolicy.pinned(certificates: [certificate], for: ["a.test"])
    #expect(policy.trusts(trust(), "a.test"))
    #expect(!policy.trusts(trust(false), "a.test"))
  }

  @Test func anotherCertificateIsRefusedOnlyAtThePinnedHosts() {
    let policy = ServerTrustPolicy.pinned(certificates: [Data("other".utf8)], for: ["a.test"])
    #expect(!policy.trusts(trust(), "a.test"))
    #expect(policy.trusts(trust(), "b.test"))
  }

  @Test(arguments: ["A.test", "a.test.", "bücher.test", "xn--bcher-kva.test"])
  func otherSpellingsOfAPinnedHostArePinned(_ host: String) {
    let policy = ServerTrustPolicy.pinned(certificates: [], for: ["a.test", "bücher.test"])
    #expect(!policy.trusts(trust(), host))
  }

  @Test(arguments: ["*.a.test", "a.test:443", "https://a.test", ""])
  func pinsForTextThatIsNotAHostTrustNoServer(_ host: String) {
    let policy = ServerTrustPolicy.pinned(certificates: [certificate], for: ["b.test", host])
    #expect(!policy.trusts(trust(), "a.test"))
    #expect(!policy.trusts(trust(), "b.test"))
  }

  @Test func aPinnedKeyIsTrusted() {
    #expect(ServerTrustPolicy.pinned(publicKeys: [key], for: ["a.test"]).trusts(trust(), "a.test"))
    #expect(
      !ServerTrustPolicy.pinned(publicKeys: [Data("other".utf8)], for: ["a.test"]).trusts(trust(), "a.test"))
  }

  @Test func aKeyWithoutARepresentationIsRefused() {
    let trust = SecTrust(
      chain: [SecCertificate(data: certificate, key: SecKey(data: nil)), SecCertificate(data: Data())],
      isTrusted: true)
    #expect(!ServerTrustPolicy.pinned(publicKeys: [key], for: ["a.test"]).trusts(trust, "a.test"))
  }
}
