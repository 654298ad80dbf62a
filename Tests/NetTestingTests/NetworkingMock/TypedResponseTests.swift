import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct TypedResponseTests {
  let network = NetworkingMock(afterEach: .test)

  @Test func aValueIsReturnedUnchanged() throws {
    network.mockResponse(.success(User(name: "Trent")))
    let response = try network.fetch()
    expectEqual(response.value, User(name: "Trent"))
    expectEqual(response.response?.status, 200)
    expectEqual(response.timings.attempts, 1)
  }

  @Test func aValueIsReturnedAsAnOptional() throws {
    network.mockResponse(.success(User(name: "Trent")))
    expectEqual(try network.fetch(as: User?.self).value, .some(.some(User(name: "Trent"))))
  }

  @Test func nilIsReturnedAsAnOptional() throws {
    network.mockResponse(.success(User?.none))
    expectEqual(try network.fetch(as: User?.self).value, .some(.none))
  }

  @Test func dataIsDecodedBySerializers() throws {
    network.mockResponse(.success(Data(#"{"name":"Trent"}"#.utf8)))
    expectEqual(try network.fetch().value, User(name: "Trent"))
  }

  @Test func invalidJSONFailsAsInProduction() throws {
    network.mockResponse(.success(Data("oops".utf8)))
    let response = try network.fetch()
    expectNotNil(response.error?.underlyingError)
    expectEqual(response.data, Data("oops".utf8))
  }

  @Test func stringsAndJSONValuesAreReturnedUnchanged() {
    network.stub(.get("/text"), with: "hello")
    network.stub(.get("/json"), with: JSONValue.array([1]))
    let texts = Captured<DataResponse<String>>()
    let values = Captured<DataResponse<JSONValue>>()
    network.get("https://h/text").responseString(completionHandler: texts.set)
    network.get("https://h/json").responseJSON(completionHandler: values.set)
    expectEqual(texts.value?.value, "hello")
    expectEqual(values.value?.value, [1])
  }

  @Test func aStubbedResponseIsDecodedBySerializers() throws {
    network.stub(.get("/a"), with: .json(["name": "Trent"]))
    expectEqual(try network.fetch().value, User(name: "Trent"))
  }

  @Test func aStubResponseGivenAsAValueIsDecoded() throws {
    network.mockResponse(.success(StubResponse.json(["name": "Trent"])))
    expectEqual(try network.fetch().value, User(name: "Trent"))
  }

  @Test func everySerializerOfARequestReceivesTheResponse() {
    network.stub(.get("/a"), with: .json(["name": "Trent"]))
    let users = Captured<DataResponse<User>>()
    let texts = Captured<DataResponse<String>>()
    network.get("https://h/a").responseObject(completionHandler: users.set).responseString(
      completionHandler: texts.set)
    expectEqual(users.value?.value, User(name: "Trent"))
    expectEqual(texts.value?.value, #"{"name":"Trent"}"#)
    expectEqual(network.requestCallCount, 1)
  }

  @Test func aNetworkErrorIsReturnedUnchanged() throws {
    let error = NetworkError(.timeout(.idle), attempts: 3)
    network.mockResponse(.failure(error) as Result<User, any Error>)
    let got = try network.fetch().error
    expectEqual(got?.reason, .timeout(.idle))
    expectEqual(got?.attempts, 3)
    expectNil(got?.underlyingError)
  }

  @Test func aForeignErrorBecomesTheUnderlyingError() throws {
    network.stub(.get("/a"), with: Result<User, URLError>.failure(URLError(.timedOut)))
    let got = try network.fetch().error
    expectEqual(got?.underlyingError as? URLError, URLError(.timedOut))
    expectEqual(got?.request?.url.absoluteString, "https://h/a")
  }

  @Test func aFailureCanFollowAHead() throws {
    network.mockResponse(
      .failure(URLError(.networkConnectionLost)) as Result<User, any Error>, statusCode: 206,
      data: Data("ha".utf8))
    let response = try network.fetch()
    expectEqual(response.error?.reason, .transport(.body))
    expectEqual(response.response?.status, 206)
    expectEqual(response.data, Data("ha".utf8))
  }

  @Test func aClosureReceivesTheRequest() throws {
    network.stub(.get("/{name}"), respondingWith: { request in User(name: request.url.path) })
    expectEqual(try network.fetch("https://h/x").value, User(name: "/x"))
  }

  @Test func aClosureThatThrowsFailsTheRequest() throws {
    network.stub(.get("/a"), respondingWith: { _ -> User in throw URLError(.badURL) })
    expectEqual(try network.fetch().error?.underlyingError as? URLError, URLError(.badURL))
  }

  @Test func aClosureCanReturnAStubResponse() throws {
    network.stub(.get("/{name}"), respondingWith: { request in .json(["name": .string(request.url.path)]) })
    expectEqual(try network.fetch("https://h/x").value, User(name: "/x"))
  }

  @Test func aSequenceRespondsInOrder() throws {
    network.stub(.get("/a"), withSequence: [User(name: "1"), User(name: "2")])
    expectEqual(try [network.fetch().value?.name, network.fetch().value?.name], ["1", "2"])
  }

  @Test func aSequenceOfResultsCanIncludeFailures() throws {
    network.stub(
      .get("/a"), withSequence: [.failure(URLError(.timedOut)), .success(User(name: "2"))],
      then: .repeatingLast)
    #expect(try network.fetch().error?.underlyingError is URLError)
    expectEqual(try [network.fetch().value?.name, network.fetch().value?.name], ["2", "2"])
  }

  @Test func aSequenceOfStubResponsesRespondsInOrder() throws {
    network.stub(.get("/a"), withSequence: [.status(503), .json(["name": "2"])])
    expectEqual(try network.fetch().error?.reason, .validation(.statusCode(503)))
    expectEqual(try network.fetch().value, User(name: "2"))
  }

  @Test func theNewestMatchingStubAnswers() throws {
    network.mockResponse(.success(User(name: "any")))
    network.stub(.get("/users/{u}"), with: User(name: "user"))
    network.stub(.get("/users/me"), with: User(name: "me"), times: 1)
    let names = try ["users/me", "users/me", "b"].map { try network.fetch("https://h/\($0)").value?.name }
    expectEqual(names, ["me", "user", "any"])
  }
}
