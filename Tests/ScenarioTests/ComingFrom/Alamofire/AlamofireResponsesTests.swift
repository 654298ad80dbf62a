import Foundation
import NetStream
import NetTesting
import Testing

#if canImport(Combine)
  import Combine
#endif

private struct Lost: Error {}

/// The table of responses and errors on "Coming from Alamofire or Moya".
@Suite(.netTesting) struct AlamofireResponsesTests {
  private typealias User = AlamofireUser

  private let url = "https://h/users/ada"
  private let ada = User(name: "Ada")
  private let network = NetworkingMock(afterEach: .test)

  @Test func validating() async throws {
    network.stub(.get(url), with: .text("none").status(404).header("Content-Type", "text/plain"))
    func status(_ request: any NetworkRequesting) async -> NetworkError.Reason? {
      await request.response(.data).error?.reason
    }
    // Row: .validate()
    let request = network.get(url)
    #expect(await status(request.validate()) == .validation(.statusCode(404)))
    func unvalidated(_ request: any NetworkRequesting) -> any NetworkRequesting { request.unvalidated() }
    #expect(await status(unvalidated(network.get(url))) == nil)
    // Row: .validate(statusCode:), .validate(contentType:)
    #expect(await status(network.get(url).validate(statusCode: [404])) == nil)
    #expect(
      await status(network.get(url).validate(statusCode: [404]).validate(contentType: ["text/*"])) == nil)
    let wildcards = ["image/*", "*/json", "*/*"]
    #expect(
      await status(network.get(url).validate(statusCode: [404]).validate(contentType: wildcards)) == nil)
  }

  @Test func validatingWithAClosure() async {
    network.stub(.get(url), with: .data(Data()))
    let request = network.get(url)
    // Row: .validate { request, response, data in … }
    let checked = request.validate { received in if received.data.isEmpty { throw Lost() } }
    #expect(await checked.response(.data).error?.underlyingError is Lost)
  }

  @Test func completionHandlers() async {
    network.stub(.get(url), with: .json(encodable: ada))
    let (bytes, texts, users) = (Captured<Int?>(), Captured<String?>(), Captured<User?>())
    // Row: response, responseData, responseString
    network.get(url).response(queue: .global()) { response in bytes.set(response.data?.count) }
    #expect(await bytes.next() == 14)
    network.get(url).responseData(queue: .global()) { response in bytes.set(response.value?.count) }
    #expect(await bytes.next() == 14)
    network.get(url).responseString(queue: .global()) { response in texts.set(response.value) }
    #expect(await texts.next() == #"{"name":"Ada"}"#)
    // Row: responseDecodable(of:)
    network.get(url).responseObject(as: User.self, queue: .global()) { response in users.set(response.value) }
    #expect(await users.next() == ada)
    let value = network.stream.get(url).object(as: User.self)
    #expect(value.record(afterEach: .test).value == ada)
    // Row: responseJSON
    let names = Captured<JSONValue?>()
    network.get(url).responseJSON(queue: .global()) { response in names.set(response.value) }
    #expect(await names.next() == ["name": "Ada"])
    // Row: responseDecodable(of: User.self, decoder: decoder)
    let (request, decoder) = (network.get(url), JSONDecoder())
    request.responseObject(as: User.self, decoder: decoder) { response in users.set(response.value) }
    var configuration = SessionConfiguration()
    configuration.decoder = decoder
    #expect(await users.next() == ada)
  }

  @Test func serializers() async throws {
    struct Count: ResponseSerializer {
      func serialize(_ response: ReceivedResponse) throws -> Int { response.data.count }
    }
    network.stub(.get(url), with: .json(encodable: ada))
    // Row: response(responseSerializer: serializer), ResponseSerializer
    let (serializer, counts) = (Count(), Captured<Int?>())
    network.get(url).response(queue: .global(), responseSerializer: serializer) { counts.set($0.value) }
    #expect(await counts.next() == 14)
    func read<Serializer: ResponseSerializer>(_ serializer: Serializer) async throws -> Serializer.Value {
      try await network.get(url).value(serializer)
    }
    #expect(try await read(serializer) == 14)
    #expect(try await network.get(url).value(serializer) == 14)
    network.get(url).response(responseSerializer: serializer) { counts.set($0.value) }
    #expect(await network.get(url).response(serializer).value == 14)
    let stream = network.stream.get(url).response(serializer)
    #expect(stream.record(afterEach: .test).value?.value == 14)
    // Row: dataPreprocessor: .googleXSSI
    struct WithoutPrefix: ResponseSerializer {
      func serialize(_ response: ReceivedResponse) throws -> Data { response.data.dropFirst(6) }
    }
    #expect(try await read(WithoutPrefix()).count == 8)
    // Row: DataResponseSerializer(), StringResponseSerializer(), DecodableResponseSerializer<User>()
    #expect(try await network.get(url).value(.data).count == 14)
    #expect(try await network.get(url).value(.string).count == 14)
    #expect(try await network.get(url).value(.decodable(of: User.self)) == ada)
    // Row: DataDecoder, EmptyResponse, Empty
    let decoder: any DataDecoder = JSONDecoder()
    let empty: any EmptyResponse = Empty()
    #expect(try decoder.decode(User.self, from: Data(#"{"name":"Ada"}"#.utf8)) == ada)
    #expect(empty is Empty)
  }

  @Test func awaiting() async throws {
    network.stub(.get(url), with: .json(encodable: ada))
    // Row: serializingData().value, serializingString().value
    #expect(try await network.get(url).data().count == 14)
    #expect(try await network.get(url).string() == #"{"name":"Ada"}"#)
    // Row: serializingDecodable(User.self).value
    let user = try await network.get(url).object(as: User.self)
    #expect(user == ada)
    // Row: publishDecodable(type: User.self)
    #if canImport(Combine)
      _ = network.stream.get(url).object(as: User.self).publisher
    #endif
    // Row: DataResponse, AFDataResponse, DownloadResponse
    let response: DataResponse<User> = await network.get(url).response(.decodable(of: User.self))
    let head: ResponseHead? = response.response
    #expect(head?.status == 200)
    // Row: response.response?.statusCode
    #expect(response.response?.status == 200)
    // Row: response.map, tryMap, mapError
    #expect(response.map(\.name).value == "Ada")
    #expect(response.tryMap { _ in throw Lost() }.error?.underlyingError is Lost)
    #expect(response.mapError { $0 }.value == ada)
    // Row: response.metrics, serializationDuration
    let timings = response.timings
    #expect(timings.attempts == 1)
    #expect(response.timings.firstByte == timings.firstByte)
    // Row: request.retryCount
    #expect(response.timings.attempts == 1)
    // Row: AFError, AFResult
    let result: Result<User, NetworkError> = response.result
    let reason: NetworkError.Reason? = response.error?.reason
    #expect(try result.get() == ada)
    #expect(reason == nil)
  }

  @Test func errors() async {
    network.stub(.get(url), with: .status(404))
    let error = await network.get(url).response(.data).error
    // Row: error.responseCode, error.url
    #expect(error?.response?.status == 404)
    #expect(error?.request?.url.path == "/users/ada")
    // Row: error.isResponseValidationError
    #expect(error?.reason == .validation(.statusCode(404)))
    // Row: error.underlyingError, responseContentType, acceptableContentTypes
    #expect(error?.underlyingError == nil)
    network.stub(.get("https://h/text"), with: .text("a"))
    if true {
      let error = await network.get("https://h/text").validate(contentType: ["image/png"]).response(.data)
        .error
      guard case .validation(.contentType(let type, let acceptable))? = error?.reason else {
        return #expect(error == nil)
      }
      #expect(type?.hasPrefix("text/plain") == true)
      #expect(acceptable == ["image/png"])
    }
    if true {
      let request = network.get(url)
      request.cancel()
      let error = await request.response(.data).error
      // Row: error.isExplicitlyCancelledError
      #expect(error?.reason == .cancelled)
    }
    // Row: error.asAFError
    do {
      try await network.get(url).void()
    } catch {
      #expect((error as? NetworkError)?.response?.status == 404)
    }
  }

  @Test func errorsBeforeSending() async {
    let session = NetworkSession(transport: MockTransport())
    // Row: error.isInvalidURLError, isCreateURLRequestError
    if true {
      let error = await session.get("http://h:99999").response(.data).error
      guard case .invalidRequest? = error?.reason else { return #expect(error == nil) }
    }
    // Row: error.isParameterEncodingError, isParameterEncoderError, isMultipartEncodingError
    if true {
      let error = await session.get(url, parameters: Double.nan, encoder: .json).response(.data).error
      guard case .encoding? = error?.reason else { return #expect(error == nil) }
    }
    // Row: error.isSessionDeinitializedError
    if true {
      await session.finish()
      let error = await session.get(url).response(.data).error
      guard case .sessionFinished? = error?.reason else { return #expect(error == nil) }
    }
  }

  @Test func errorsOfTransfers() async throws {
    network.stub(.get(url), with: .failure(URLError(.notConnectedToInternet)))
    network.stub(.get("https://h/file"), with: .text("a"))
    // Row: error.isSessionTaskError
    if true {
      let error = await network.get(url).response(.data).error
      guard case .transport? = error?.reason else { return #expect(error == nil) }
      #expect((error?.underlyingError as? URLError)?.code == .notConnectedToInternet)
    }
    // Row: NetworkReachabilityManager, OfflineRetrier
    if true {
      let error = await network.get(url).response(.data).error
      #expect(error?.isOffline == true)
    }
    // Row: error.isDownloadedFileMoveError
    if true {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data("old".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let ended = Captured<NetworkError?>()
      network.get("https://h/file").download(to: .file(file), queue: .global()) { ended.set($0.error) }
      let error = await ended.next() ?? nil
      guard case .transfer? = error?.reason else { return #expect(error == nil) }
    }
    // Row: error.isServerTrustEvaluationError
    if true {
      let error: NetworkError? = NetworkError(.transport(.secureConnection))
      guard case .transport(.secureConnection)? = error?.reason else { return #expect(error == nil) }
    }
  }

  @Test func errorsOfSerializersAndInterceptors() async {
    struct Refusing: RequestInterceptor {
      func adapt(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
      ) { completion(.failure(Lost())) }
    }
    let transport = MockTransport()
    transport.stub(.get(url), with: .json("no JSON"))
    let session = NetworkSession(transport: transport)
    // Row: error.isResponseSerializationError
    if true {
      let error = await session.get(url).response(.json).error
      guard case .serialization? = error?.reason else { return #expect(error == nil) }
    }
    // Row: error.isRequestAdaptationError, isRequestRetryError
    if true {
      let error = await session.get(url).intercept(Refusing()).response(.data).error
      guard case .interceptor? = error?.reason else { return #expect(error == nil) }
    }
  }
}
