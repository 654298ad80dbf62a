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
    #expect(directives.isPublic)
    #expect(directives.maxAge == 5)
    #expect(directives.mustRevalidate)
    #expect(directives.isImmutable)
    #expect(directives.mustUnderstand)
    #expect(!directives.noStore)
  }

  @Test func theFirstMaxAgeCounts() {
    #expect(response("max-age=1, max-age=2").maxAge == 1)
    #expect(response("max-age=1", "max-age=2").maxAge == 1)
    #expect(response("max-age=x, max-age=2").maxAge == 0)
  }

  @Test(arguments: [
    "max-age=-3600", "max-age='3600'", "max-age=3600a", "max-age=3600.0", "max-age =3600", "max-age= 3600",
    "max-age=", "max-age", "max-age=\"3600", "max-age=3 600", "max-age=\"\"",
  ])
  func anInvalidMaxAgeIsZero(text: String) {
    #expect(response(text).maxAge == 0)
  }

  @Test(arguments: [
    "max-age=3600", "max-age=\"3600\"", "max-age=003600", " max-age=3600 ", ",,max-age=3600,",
  ])
  func tokensAndQuotedStringsAreArguments(text: String) {
    #expect(response(text).maxAge == 3600)
  }

  @Test func directivesInQuotedStringsAreText() {
    #expect(response("extension=\"max-age=3600, no-store\", max-age=1").maxAge == 1)
    #expect(!response("extension=\"max-age=3600, no-store\", max-age=1").noStore)
    #expect(response("extension=\"a\\\", no-store\", max-age=1").maxAge == 1)
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
    #expect(!directives.noCache)
    #expect(directives.unvalidatedFields == ["set-cookie", "a", "b"])
    #expect(response("no-cache=\"a\", no-cache").noCache)
  }

  @Test func extensionsOfRFC5861HaveSeconds() {
    let directives = response("stale-while-revalidate=3, stale-if-error=\"4\"")
    #expect(directives.staleWhileRevalidate == 3)
    #expect(directives.staleIfError == 4)
    #expect(response("stale-while-revalidate, stale-if-error=x").staleWhileRevalidate == nil)
  }

  @Test func directivesForSharedCachesAreIgnored() {
    #expect(response("private, s-maxage=5, proxy-revalidate, unknown") == ResponseDirectives())
  }

  @Test func aRequestLimitsAgeAndStaleness() {
    let directives = request(
      "max-age=1, min-fresh=2, max-stale=3, stale-if-error=4, no-cache, no-store, only-if-cached")
    #expect(directives.maxAge == 1)
    #expect(directives.minFresh == 2)
    #expect(directives.maxStale == 3)
    #expect(directives.staleIfError == 4)
    #expect(directives.noCache && directives.noStore && directives.onlyIfCached)
  }

  @Test func maxStaleWithoutArgumentIsWithoutLimit() {
    #expect(request("max-stale").maxStale == .max)
    #expect(request("max-stale=x").maxStale == nil)
  }

  @Test func invalidLimitsOfARequestAreStrict() {
    #expect(request("max-age=x").maxAge == 0)
    #expect(request("min-fresh=x").minFresh == .max)
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

  @Test func hugeFieldsAreParsedInTheTimeOfTheirLength() {
    let directives = response(String(repeating: "a=\"b\",", count: 20_000) + "max-age=7")
    #expect(directives.maxAge == 7)
    #expect(response(String(repeating: "\"", count: 100_001) + ",no-store").noStore)
  }
}
