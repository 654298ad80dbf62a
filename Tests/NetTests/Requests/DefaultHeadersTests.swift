import Foundation
import Net
import TestSupport
import Testing

struct DefaultHeadersTests {
  @Test func theFirstSixLanguagesHaveDecreasingWeights() {
    expectEqual(
      DefaultHeaders.acceptLanguage(["de-CH", "en", "fr", "it", "es", "pt-BR", "ja"]),
      "de-CH, en;q=0.9, fr;q=0.8, it;q=0.7, es;q=0.6, pt-BR;q=0.5")
  }

  @Test func weightsHaveAtMostThreeDecimals() throws {
    let value = try #require(DefaultHeaders.acceptLanguage(["a", "b", "c", "d", "e", "f"]))
    for part in value.split(separator: ",").dropFirst() {
      let weight = try #require(part.split(separator: "=").last)
      expectNotNil(weight.wholeMatch(of: /0\.\d{1,3}/))
    }
  }

  @Test func duplicateAndInvalidLanguagesAreSkipped() {
    expectEqual(DefaultHeaders.acceptLanguage(["de", "DE", "a b", "", "x\r\n", "en"]), "de, en;q=0.9")
  }

  @Test(arguments: ["de--DE", "-DE", "de-", "-", "123", "d3", "abcdefghi", "de-abcdefghi", "*", "ü"])
  func whatIsNoLanguageRangeIsSkipped(text: String) {
    expectEqual(DefaultHeaders.acceptLanguage([text, "en"]), "en")
  }

  @Test func withoutLanguagesThereIsNoHeader() {
    expectNil(DefaultHeaders.acceptLanguage([]))
  }

  @Test func theUserAgentNamesProgramSystemAndLibrary() {
    let system = OperatingSystemVersion(majorVersion: 6, minorVersion: 1, patchVersion: 2)
    let value = DefaultHeaders.userAgent(program: "My App", version: "1.2", system: system)
    #expect(value.hasPrefix("My-App/1.2 ("))
    #expect(value.hasSuffix(" 6.1.2) NetStream"))
  }

  @Test func aProgramWithoutANameOrVersionIsUnknown() {
    let system = OperatingSystemVersion(majorVersion: 1, minorVersion: 0, patchVersion: 0)
    #expect(
      DefaultHeaders.userAgent(program: "", version: nil, system: system).hasPrefix("unknown/unknown ("))
  }

  @Test(arguments: [
    (["LANG": "de_CH.UTF-8"], ["de-CH"]),
    (["LANG": "de_DE@euro"], ["de-DE"]),
    (["LANG": "sr_RS@latin"], ["sr-Latn-RS"]),
    (["LANG": "uz_UZ.UTF-8@cyrillic"], ["uz-Cyrl-UZ"]),
    (["LANG": "ks_IN@devanagari", "LANGUAGE": "ks@devanagari:en"], ["ks-Deva", "en"]),
    (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], ["fr-FR"]),
    (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "it"], ["it"]),
    (["LANG": "de_DE", "LC_ALL": ""], ["de-DE"]),
    (["LANG": "de_DE", "LANGUAGE": "it_IT:en"], ["it-IT", "en"]),
    (["LANG": "C.UTF-8", "LANGUAGE": "it_IT:en"], []),
    (["LANG": "POSIX"], []), (["LANG": "C"], []), (["LC_ALL": "C", "LANG": "de_DE"], []), ([:], []),
  ])
  func theEnvironmentOfAProcessSetsItsLanguages(_ environment: [String: String], _ expected: [String]) {
    expectEqual(DefaultHeaders.languages(in: environment), expected)
  }

  @Test func theHeadersOfThisProcessAreValid() throws {
    let request = try RequestDescription("https://example.com").transportRequest(
      baseURL: nil, headers: SessionHeaders([:]), accept: nil, encoder: JSONEncoder())
    expectEqual(request.headers["User-Agent"]?.hasSuffix("NetStream"), true)
  }
}
