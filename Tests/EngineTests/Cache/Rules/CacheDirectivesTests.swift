import TestSupport
import Testing

@testable import Net

@Suite struct CacheDirectivesTests {
  private func response(_ lines: String...) -> ResponseDirectives {
    ResponseDirectives(HTTPHeaders(lines.map { HTTPField(name: "Cache-Control", value: $0) }))
  }

  private func request(_ lines: String...) -> RequestDirectives {
    RequestDirectives(HTTPHeaders(lines.map { HTTPField(name: "Cache-Control", value: $0) }))
  }

  @Test func namesAreFoundInAnyCaseAndOnAnyLine() {
    let directives = response("PUBLIC, Max-Age=5", "must-Revalidate , immutable,must-understand")
    expectTrue(directives.isPublic)
    expectEqual(directives.maxAge, 5)
    expectTrue(directives.mustRevalidate)
    expectTrue(directives.isImmutable)
    expectTrue(directives.mustUnderstand)
    expectFalse(directives.noStore)
  }

  @Test func theFirstMaxAgeCounts() {
    expectEqual(response("max-age=1, max-age=2").maxAge, 1)
    expectEqual(response("max-age=1", "max-age=2").maxAge, 1)
    expectEqual(response("max-age=x, max-age=2").maxAge, 0)
  }

  @Test(arguments: [
    "max-age=-3600", "max-age='3600'", "max-age=3600a", "max-age=3600.0", "max-age =3600", "max-age= 3600",
    "max-age=", "max-age", "max-age=\"3600", "max-age=3 600", "max-age=\"\"",
  ])
  func anInvalidMaxAgeIsZero(text: String) {
    expectEqual(response(text).maxAge, 0)
  }

  @Test(arguments: [
    "max-age=3600", "max-age=\"3600\"", "max-age=003600", " max-age=3600 ", ",,max-age=3600,",
  ])
  func tokensAndQuotedStringsAreArguments(text: String) {
    expectEqual(response(text).maxAge, 3600)
  }

  @Test func directivesInQuotedStringsAreText() {
    expectEqual(response("extension=\"max-age=3600, no-store\", max-age=1").maxAge, 1)
    #expect(!response("extension=\"max-age=3600, no-store\", max-age=1").noStore)
    expectEqual(response("extension=\"a\\\", no-store\", max-age=1").maxAge, 1)
  }

  @Test func anUnclosedQuoteDoesNotHideLaterDirectives() {
    #expect(response("extension=\"a, no-store").noStore)
    #expect(response("a=\"b\", c=\"d, no-cache").noCache)
  }

  @Test(arguments: ["no-store=1", "no-store =\"", "NO-STORE=", "a, no-store"])
  func aMalformedNoStoreHolds(text: String) {
    #expect(response(text).noStore)
  }

  @Test(arguments: [
    "no-cache", "no-cache=", "no-cache=\"", "no-cache=\"\"", "no-cache=\"a b\"", "no-cache =a",
  ])
  func noCacheWithoutValidNamesIsAboutEverything(text: String) {
    #expect(response(text).noCache)
  }

  @Test func noCacheWithNamesIsAboutTheseFields() {
    let directives = response("no-cache=\"Set-Cookie, A\"", "no-cache=B")
    expectFalse(directives.noCache)
    expectEqual(directives.unvalidatedFields, ["set-cookie", "a", "b"])
    #expect(response("no-cache=\"a\", no-cache").noCache)
  }

  @Test func extensionsOfRFC5861HaveSeconds() {
    let directives = response("stale-while-revalidate=3, stale-if-error=\"4\"")
    expectEqual(directives.staleWhileRevalidate, 3)
    expectEqual(directives.staleIfError, 4)
    expectNil(response("stale-while-revalidate, stale-if-error=x").staleWhileRevalidate)
  }

  @Test func directivesForSharedCachesAreIgnored() {
    expectEqual(response("private, s-maxage=5, proxy-revalidate, unknown"), ResponseDirectives(nil))
  }

  @Test func aRequestLimitsAgeAndStaleness() {
    let directives = request(
      "max-age=1, min-fresh=2, max-stale=3, stale-if-error=4, no-cache, no-store, only-if-cached")
    expectEqual(directives.maxAge, 1)
    expectEqual(directives.minFresh, 2)
    expectEqual(directives.maxStale, 3)
    expectEqual(directives.staleIfError, 4)
    #expect(directives.noCache && directives.noStore && directives.onlyIfCached)
  }

  @Test func maxStaleWithoutArgumentIsWithoutLimit() {
    expectEqual(request("max-stale").maxStale, .max)
    expectNil(request("max-stale=x").maxStale)
  }

  @Test func invalidLimitsOfARequestAreStrict() {
    expectEqual(request("max-age=x").maxAge, 0)
    expectEqual(request("min-fresh=x").minFresh, .max)
  }

  @Test func statusesThatAreUnderstoodMayBeStoredDespiteNoStore() {
    let directives = response("no-store, must-understand")
    #expect(!directives.forbidsStoring(status: 200))
    #expect(directives.forbidsStoring(status: 599))
    #expect(response("no-store").forbidsStoring(status: 200))
  }

  /// RFC 9111 section 5.2: it has no argument, and in doubt the response is not stored.
  @Test(arguments: ["must-understand=1", "must-understand=\"\"", "must-understand ="])
  func aMalformedMustUnderstandDoesNotReplaceNoStore(text: String) {
    #expect(response("no-store, \(text)").forbidsStoring(status: 200))
    #expect(response("no-store, must-understand, \(text)").forbidsStoring(status: 200))
    #expect(response(text).forbidsStoring(status: 599))
    #expect(!response(text).forbidsStoring(status: 200))
  }

  /// Outside of quotes a backslash escapes nothing, so each quote begins a text that the next one does not end.
  @Test(.heavy, arguments: [#"\","#, #"a=\","#])
  func quotesThatAreNeverClosedTakeLinearTime(unit: String) {
    expectLinearTime(from: 2_000) { count in
      let text = String(repeating: unit, count: count / unit.utf8.count)
      return processorTime { _ = response(text) }
    }
    #expect(response(String(repeating: unit, count: 100) + "no-store").noStore)
  }

  /// The comma after the backslash is in the second quote, whichever quote was open before.
  @Test func aCommaThatIsEscapedInAnOpenQuoteEndsNoMember() {
    expectNil(response(#"a=","b="\,max-age=1"#).maxAge)
    expectNil(response(#"",\"\,max-age=1"#).maxAge)
    expectEqual(response(#"",\",max-age=1"#).maxAge, 1)
  }

  @Test func hugeFieldsAreParsedInTheTimeOfTheirLength() {
    let directives = response(String(repeating: "a=\"b\",", count: 20_000) + "max-age=7")
    expectEqual(directives.maxAge, 7)
    #expect(response(String(repeating: "\"", count: 100_001) + ",no-store").noStore)
  }
}
