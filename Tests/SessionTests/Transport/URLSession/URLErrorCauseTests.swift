import Foundation
import NetTesting
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// The `underlyingError` of a failure over a URL session, which programs print.
@Suite(.netTesting) struct URLErrorCauseTests {
  @Test func theCauseDoesNotContainTheURL() async throws {
    let server = MockServer(afterEach: .test)
    try server.start()
    server.stub(.everything, with: .fault(.breaks(.close, after: .nothing)))
    var configuration = SessionConfiguration(baseURL: server.baseURL)
    configuration.timeouts.total = .seconds(240)
    let session = NetworkSession(configuration: configuration, transport: URLSessionTransport())
    let error = try #require(await session.get("a", parameters: ["token": "s3cret"]).response(.data).error)
    let cause = try #require(error.underlyingError as? URLError)
    #expect(!"\(cause as NSError) \(cause.userInfo)".contains("s3cret"))
    expectEqual(error.request?.url.query(), "token=s3cret")
  }

  private let url = URL(string: "https://a.test/?token=s3cret")

  @Test func theURLIsRemovedFromTheCauseOfTheCause() {
    let inner = NSError(
      domain: "inner", code: 2, userInfo: [NSURLErrorFailingURLErrorKey: url as Any, "kept": 3])
    let cause = URLError.cause(
      URLError(.timedOut, userInfo: [NSUnderlyingErrorKey: inner, NSLocalizedDescriptionKey: "late"]), of: url
    )
    let information = (cause as NSError).userInfo
    let left = information[NSUnderlyingErrorKey] as? NSError
    expectEqual((cause as? URLError)?.code, .timedOut)
    expectEqual(information[NSLocalizedDescriptionKey] as? String, "late")
    #expect(left?.domain == "inner" && left?.code == 2)
    #expect(left?.userInfo.count == 1 && left?.userInfo["kept"] as? Int == 3)
  }

  @Test func anErrorOfAnotherDomainIsPassedOn() {
    let error = NSError(domain: "other", code: 2, userInfo: [NSURLErrorFailingURLErrorKey: url as Any])
    #expect(URLError.cause(error, of: url) as NSError === error)
  }
}
