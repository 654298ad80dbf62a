import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockValidationTests {
  let network = NetworkingMock(afterEach: .test)

  @Test func anUnsuccessfulStatusFails() throws {
    network.mockResponse(.success(User(name: "Trent")), statusCode: 404, data: Data("none".utf8))
    let response = try network.fetch()
    expectEqual(response.error?.reason, .validation(.statusCode(404)))
    expectEqual(response.error?.data, Data("none".utf8))
    expectEqual(response.response?.status, 404)
  }

  @Test func aRequestCanAcceptAnyStatus() {
    network.mockResponse(.success(User(name: "Trent")), statusCode: 404)
    let got = Captured<DataResponse<User>>()
    network.get("https://h/a").validate(statusCode: [404]).responseObject(completionHandler: got.set)
    expectEqual(got.value?.value, User(name: "Trent"))
  }

  @Test func theMocksConfigurationIsUsed() throws {
    var configuration = SessionConfiguration()
    configuration.validation = .none
    let network = NetworkingMock(configuration: configuration)
    network.mockResponse(.success(User(name: "Trent")), statusCode: 500)
    expectEqual(try network.fetch().value, User(name: "Trent"))
  }

  @Test func aValueWithoutHeadersPassesContentTypeValidation() throws {
    network.mockResponse(.success(User(name: "Trent")), data: Data("{}".utf8))
    expectEqual(try network.fetch().value, User(name: "Trent"))
  }

  @Test func theContentTypeIsTheFirstValidOneThatTheRequestAccepts() async throws {
    network.mockResponse(.success(Data("a".utf8)))
    let headers: HTTPHeaders = ["Accept": "json, text/html;q=0, */*;q=0.1, Text/CSV;x=\"a,b/c\""]
    let response = await network.get("https://h/a", headers: headers).response(.string)
    expectEqual(response.value, "a")
    expectEqual(response.response?.headers["Content-Type"], "text/csv")
  }

  @Test func anExplicitContentTypeIsValidated() throws {
    network.mockResponse(
      .success(User(name: "Trent")), headers: ["Content-Type": "text/html"], data: Data("<p>".utf8))
    expectEqual(
      try network.fetch().error?.reason,
      .validation(.contentType("text/html", acceptable: ["application/json"])))
  }

  @Test func stubbedBytesAreValidatedAsInProduction() throws {
    network.stub(.get("/a"), with: .text("{}"))
    expectEqual(
      try network.fetch().error?.reason,
      .validation(.contentType("text/plain; charset=utf-8", acceptable: ["application/json"])))
  }

  @Test func aCustomValidationReceivesTheResponse() {
    network.mockResponse(.success(User(name: "Trent")), headers: ["X-A": "1"])
    let got = Captured<DataResponse<User>>()
    network.get("https://h/a").validate { (response: ReceivedResponse) in
      if response.head.headers["X-A"] == "1" { throw URLError(.cannotParseResponse) }
    }.responseObject(completionHandler: got.set)
    expectEqual(got.value?.error?.reason, .validation(.custom))
  }

  @Test func relativeURLsResolveAgainstADefaultBase() throws {
    network.stub(.get("/relative"), with: User(name: "Trent"))
    expectEqual(try network.fetch("relative").value, User(name: "Trent"))
    expectEqual(network.requests.first?.absoluteURL?.absoluteString, "https://mock.invalid/relative")
  }

  @Test func theConfiguredBaseURLOverridesTheDefault() throws {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/v1/")
    let network = NetworkingMock(configuration: configuration)
    network.mockResponse(.success(User(name: "Trent")))
    _ = try network.fetch("users")
    expectEqual(network.requests.first?.absoluteURL?.absoluteString, "https://api.example.com/v1/users")
  }

  @Test(arguments: ["https://h:99999/", "ftp://h/a", "https://"])
  func anInvalidURLFailsAsInProduction(url: String) throws {
    network.mockResponse(.success(User(name: "Trent")))
    expectEqual(try network.fetch(url).error?.reason, .invalidRequest(.url(url)))
    expectEqual(network.requests.map(\.url), [url])
    expectNil(network.requests.first?.absoluteURL)
  }

  @Test func aBodyWithGETFailsAsInProduction() {
    network.mockResponse(.success(User(name: "Trent")))
    let got = Captured<DataResponse<User>>()
    let description = RequestDescription("https://h/a", content: .json([:]))
    network.request(description).responseObject(completionHandler: got.set)
    expectEqual(got.value?.error?.reason, .invalidRequest(.bodyNotAllowed(.get)))
  }

  @Test func stubsMatchTheConfiguredBaseURLAndHeaders() throws {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/v1/")
    configuration.headers = ["X-Key": "k"]
    let network = NetworkingMock(configuration: configuration)
    network.stub(
      .get("https://api.example.com/v1/users") && .header("X-Key", equals: "k"), with: User(name: "a"))
    expectEqual(try network.fetch("users").value, User(name: "a"))
    expectEqual(network.requests.first?.url, "users")
  }
}
