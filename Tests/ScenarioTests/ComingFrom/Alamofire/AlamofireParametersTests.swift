import Foundation
import NetStream
import NetTesting
import Testing

/// The table of parameters, headers and bodies on "Coming from Alamofire or Moya".
@Suite(.netTesting) struct AlamofireParametersTests {
  private typealias User = AlamofireUser

  private let url = "https://h/users"
  private let ada = User(name: "Ada")
  private let transport = MockTransport()
  private var network: NetworkSession { NetworkSession(transport: transport) }

  init() { transport.stub(.everything, with: .status(204)) }

  private var lastBody: String { String(decoding: transport.requests.last?.body ?? Data(), as: UTF8.self) }

  @Test func headers() async throws {
    // Row: HTTPHeader
    let field = HTTPField(name: "A", value: "1")
    #expect(field.value == "1")
    // Row: .authorization(bearerToken:), .accept(_:), .contentType(_:), .userAgent(_:)
    let token = HTTPField.authorization(bearerToken: "x")
    var headers: HTTPHeaders = [
      token, .accept("text/plain"), .contentType("text/plain"), .userAgent("shop"),
    ]
    #expect(headers["authorization"] == "Bearer x")
    // Row: headers.add(name:value:), headers.update(name:value:), headers.remove(name:)
    headers.add(name: field.name, value: field.value)
    headers.add(name: "A", value: "2")
    #expect(headers.values(for: "A") == ["1", "2"])
    headers.update(name: "A", value: "3")
    #expect(headers.values(for: "A") == ["3"])
    headers.remove(name: "A")
    #expect(!headers.contains("A"))
    // Row: headers.value(for: "A"), headers.dictionary
    headers.add(name: "A", value: "4")
    #expect(headers["A"] == "4")
    #expect(headers.values(for: "A") == ["4"])
    // Row: HTTPHeaders.default
    try await network.get(url).void()
    #expect(transport.requests.last?.headers["User-Agent"] != nil)
    var configuration = SessionConfiguration()
    configuration.headers["User-Agent"] = "shop/1.0"
    try await NetworkSession(configuration: configuration, transport: transport).get(url).void()
    #expect(transport.requests.last?.headers["User-Agent"] == "shop/1.0")
  }

  @Test func parameters() async throws {
    // Row: Parameters (a dictionary)
    let parameters: Parameters = ["b": 1, "a": 2]
    #expect(parameters.keys == ["b", "a"])
    let variable: [String: String] = ["q": "tea"]
    try await network.get(url, parameters: variable).void()
    #expect(transport.requests.last?.url.query == "q=tea")
    // Row: a dictionary of values of different types, [String: Any]
    let dictionary: [String: any ParameterConvertible] = ["q": "tea", "page": 2]
    try await network.get(url, parameters: Parameters(dictionary)).void()
    try await network.post(
      url, parameters: ["a": ["b": 1] as Parameters, "c": [1, "two"] as JSONValue], encoding: .json
    ).void()
    #expect(lastBody == #"{"a":{"b":1},"c":[1,"two"]}"#)
  }

  @Test func encodings() throws {
    let parameters: Parameters = ["q": "a b", "k": [1, 2], "on": true]
    // Row: URLEncoding, JSONEncoding, ParameterEncoding
    let encodings: [any ParameterEncoding] = [URLEncoding(), JSONEncoding()]
    #expect(encodings.count == 2)
    #expect(try URLEncoding().string(of: parameters) == "q=a%20b&k%5B%5D=1&k%5B%5D=2&on=1")
    // Row: URLEncoding.default, URLEncoding.queryString, URLEncoding.httpBody, JSONEncoding.default
    let names: [any ParameterEncoding] = [
      URLEncoding.default, URLEncoding.queryString, URLEncoding.httpBody, JSONEncoding.default,
    ]
    let short: [any ParameterEncoding] = [.url, .urlQuery, .urlBody, .json]
    #expect(names.count == short.count)
    // Row: URLEncoding(destination:arrayEncoding:boolEncoding:)
    let encoding = URLEncoding(
      destination: .queryString, arrayEncoding: .noBrackets, boolEncoding: .literal, nilEncoding: .null,
      spaceEncoding: .plusReplaced)
    #expect(try encoding.string(of: parameters) == "q=a+b&k=1&k=2&on=true")
    // Row: URLEncodedFormParameterEncoder, JSONParameterEncoder, ParameterEncoder
    let encoders: [any ParameterEncoder] = [URLEncodedFormParameterEncoder(), JSONParameterEncoder()]
    #expect(encoders.count == 2)
    // Row: URLEncodedFormEncoder(keyEncoding: .convertToSnakeCase)
    let form = URLEncodedFormEncoder(keyEncoding: .snakeCase)
    struct Person: Encodable { var firstName = "Ada" }
    #expect(try form.encode(Person()) == "first_name=Ada")
    #expect(try form.encode(["firstName": "Ada"]) == "firstName=Ada")
    // Row: URLEncodedFormParameterEncoder.default, JSONParameterEncoder.default
    let same: [any ParameterEncoder] = [
      URLEncodedFormParameterEncoder.default, JSONParameterEncoder.default, .urlEncodedForm, .json,
    ]
    #expect(same.count == 4)
    // Row: JSONParameterEncoder.sortedKeys, .prettyPrinted, JSONEncoding.prettyPrinted
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    #expect(JSONParameterEncoder(encoder: encoder).encoder != nil)
  }

  @Test func forms() async throws {
    let data = Data("a".utf8)
    let fileURL = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
    try data.write(to: fileURL)
    defer { try? FileManager.default.removeItem(at: fileURL) }
    let stream = BodyStream(count: 1, inputStream: { InputStream(data: data) })
    // Row: MultipartFormData, AF.upload(multipartFormData:)
    var form = MultipartFormData()
    // Row: form.append(data, withName: "photo", fileName: "p.jpg", mimeType: "image/jpeg")
    form.append(data, name: "photo", fileName: "p.jpg", contentType: "image/jpeg")
    // Row: form.append(fileURL, withName: "photo")
    form.append(file: fileURL, name: "photo")
    // Row: form.append(stream, withLength:name:fileName:mimeType:)
    form.append(stream: stream, name: "log", fileName: "log.txt")
    // Row: MultipartFormData, AF.upload(multipartFormData:)
    try await network.post(url, multipart: form).void()
    #expect(lastBody.contains(#"name="photo"; filename="p.jpg""#))
    // Row: form.append(fileURL, withName: "photo")
    #expect(lastBody.contains(fileURL.lastPathComponent))
    // Row: form.append(stream, withLength:name:fileName:mimeType:)
    #expect(lastBody.contains(#"filename="log.txt""#))
    // Row: AF.upload(data, to: url)
    try await network.upload(.data(data, contentType: "text/plain"), to: url).void()
    #expect(lastBody == "a")
    try await network.post(url, httpBody: data).void()
    #expect(lastBody == "a")
    // Row: AF.upload(fileURL), AF.upload(stream)
    try await network.post(url, file: fileURL).void()
    #expect(lastBody == "a")
    try await network.post(url, stream: BodyStream(count: 1, inputStream: { InputStream(data: data) })).void()
    #expect(lastBody == "a")
  }
}
