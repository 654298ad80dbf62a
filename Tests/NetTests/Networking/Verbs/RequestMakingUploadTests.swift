import Foundation
import Net
import TestSupport
import Testing

struct RequestMakingUploadTests {
  private struct Describing: RequestMaking {
    func request(_ description: RequestDescription) -> RequestDescription { description }
  }

  private let making = Describing()
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.file("a.csv", "a;b")
  }

  private func sent(_ description: RequestDescription) throws(NetworkError) -> TransportRequest {
    try description.transportRequest(
      baseURL: URL(string: "https://example.com").map(BaseURL.init), headers: SessionHeaders([:]),
      accept: nil,
      encoder: JSONEncoder())
  }

  private func check(
    _ descriptions: [RequestDescription], body: String, type: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(descriptions.map(\.method) == [.post, .put, .patch], sourceLocation: sourceLocation)
    for description in descriptions {
      let request = try sent(description)
      #expect(try request.body.contents() == Data(body.utf8), sourceLocation: sourceLocation)
      #expect(request.headers.values(for: "Content-Type") == [type], sourceLocation: sourceLocation)
      #expect(request.headers["A"] == "b", sourceLocation: sourceLocation)
      #expect(request.url.absoluteString == "https://example.com/t?k=1", sourceLocation: sourceLocation)
    }
  }

  @Test func aFormIsTheBody() throws {
    var form = MultipartFormData(boundary: "x")
    form.append("1", name: "n")
    try check(
      [
        making.post("/t", multipart: form, parameters: ["k": 1], encoding: .json, headers: ["A": "b"]),
        making.put("/t", multipart: form, parameters: ["k": 1], headers: ["A": "b"]),
        making.patch("/t", multipart: form, parameters: ["k": 1], headers: ["A": "b"]),
      ], body: "--x\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n1\r\n--x--\r\n",
      type: "multipart/form-data; boundary=x")
  }

  @Test func aFileIsTheBody() throws {
    try check(
      [
        making.post("/t", file: file, parameters: ["k": 1], headers: ["A": "b"]),
        making.put("/t", file: file, parameters: ["k": 1], encoding: .json, headers: ["A": "b"]),
        making.patch("/t", file: file, parameters: ["k": 1], headers: ["A": "b"]),
      ], body: "a;b", type: "text/csv")
  }

  @Test func aStreamIsTheBody() throws {
    let stream = BodyStream { InputStream(data: Data("lines".utf8)) }
    let type = "application/x-ndjson"
    try check(
      [
        making.post("/t", stream: stream, contentType: type, parameters: ["k": 1], headers: ["A": "b"]),
        making.put("/t", stream: stream, contentType: type, parameters: ["k": 1], headers: ["A": "b"]),
        making.patch(
          "/t", stream: stream, contentType: type, parameters: ["k": 1], encoding: .json, headers: ["A": "b"]),
      ], body: "lines", type: type)
  }

  @Test func uploadSendsAFile() throws {
    try check(
      [HTTPMethod.post, .put, .patch].map {
        making.upload(.file(file), to: "/t", method: $0, parameters: ["k": 1], headers: ["A": "b"])
      }, body: "a;b", type: "text/csv")
  }

  @Test func uploadPostsAnyContentByDefault() throws {
    var form = MultipartFormData(boundary: "x")
    form.append("1", name: "n")
    let stream = BodyStream { InputStream(data: Data("lines".utf8)) }
    let sent = try [
      RequestContent.data(Data("bytes".utf8), contentType: "x/y"), .stream(stream), .multipart(form),
      .json([1]),
    ].map { try self.sent(making.upload($0, to: "/t")) }
    expectEqual(sent.map(\.method), [.post, .post, .post, .post])
    expectEqual(
      try sent.map { String(decoding: try $0.body.contents(), as: UTF8.self) },
      [
        "bytes", "lines", "--x\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n1\r\n--x--\r\n", "[1]",
      ])
  }

  @Test func anUploadByAMethodWithoutABodyFails() {
    #expect(throws: NetworkError.self) { try sent(making.upload(.file(file), to: "/t", method: .get)) }
  }

  @Test func anExplicitContentTypeOverridesTheExtension() throws {
    expectEqual(try sent(making.put("/t", file: file, contentType: "x/y")).headers["Content-Type"], "x/y")
    expectEqual(
      try sent(making.put("/t", file: file, contentType: "x/y", headers: ["content-type": "z/z"]))
        .headers.values(for: "Content-Type"), ["z/z"])
  }

  @Test(arguments: ["a/b\r\nEvil: 1", "a\nb", "a\0"])
  func anInvalidContentTypeFails(_ type: String) {
    let refused = NetworkError.Reason.invalidRequest(.header(name: "Content-Type", value: type))
    let stream = BodyStream { InputStream(data: Data()) }
    for description in [
      making.post("/t", file: file, contentType: type), making.post("/t", stream: stream, contentType: type),
      making.post("/t", httpBody: Data(), contentType: type),
      making.post("/t", jsonObject: 1, headers: [.contentType(type)]),
    ] {
      #expect(throws: NetworkError.self) { try sent(description) }
      do throws(NetworkError) { _ = try sent(description) } catch { expectEqual(error.reason, refused) }
    }
  }

  @Test func theEncoderOfTheRequestIsUsed() throws {
    struct Todo: Encodable, Sendable { var dueDate = 1 }
    let snake = JSONEncoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    var description = making.post("/t", body: Todo())
    expectEqual(try sent(description).body, .data(Data(#"{"dueDate":1}"#.utf8)))
    description.encoder = snake
    expectEqual(try sent(description).body, .data(Data(#"{"due_date":1}"#.utf8)))
  }
}
