import Foundation
import Net
import TestSupport
import Testing

struct RequestBodyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(of url: URL) -> NetworkError? {
    do throws(NetworkError) {
      _ = try RequestDescription("https://example.com", method: .put, content: .file(url))
        .transportRequest(baseURL: nil, headers: SessionHeaders([:]), accept: nil, encoder: JSONEncoder())
      return nil
    } catch {
      return error
    }
  }

  @Test func aFileIsReadCompletely() throws {
    let file = folder.file("pattern")
    try Pattern.write(200_000, to: file)
    expectEqual(RequestBody.file(file).count, 200_000)
    expectEqual(try RequestBody.file(file).contents(), Pattern.bytes(from: 0, count: 200_000))
  }

  @Test func aLinkToAFileIsFollowed() throws {
    let file = try folder.file("target", "hello")
    try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: file)
    expectEqual(RequestBody.file(folder.file("link")).count, 5)
    expectEqual(try RequestBody.file(folder.file("link")).contents(), Data("hello".utf8))
  }

  @Test func aMissingFileFailsTheRequestWithItsURL() {
    let missing = folder.file("photo.png")
    let error = error(of: missing)
    expectEqual(error?.reason, .encoding)
    expectEqual(error?.underlyingError as? RequestBodyError, .fileMissing(missing))
    expectEqual(error?.description.contains("photo.png"), true)
    expectNil(RequestBody.file(missing).count)
  }

  @Test func aDirectoryIsRejected() {
    expectEqual(error(of: folder.url)?.underlyingError as? RequestBodyError, .notAFile(folder.url))
  }

  @Test func aDeviceIsRejected() {
    let device = URL(fileURLWithPath: "/dev/zero")
    expectEqual(error(of: device)?.underlyingError as? RequestBodyError, .notAFile(device))
  }

  @Test func aRemoteURLIsRejected() throws {
    let url = try #require(URL(string: "https://example.com/photo.png"))
    expectEqual(error(of: url)?.underlyingError as? RequestBodyError, .notAFile(url))
  }

  @Test func onlyStreamsCanBeUnrepeatable() {
    let once = BodyStream(isRepeatable: false) { PatternReader(count: 1) }
    for body in [
      RequestBody.none, .data(Data()), .file(folder.url), .stream(BodyStream { PatternReader(count: 1) }),
    ] {
      expectTrue(body.isRepeatable)
    }
    #expect(!RequestBody.stream(once).isRepeatable)
  }

  @Test(arguments: [
    ("a.png", "image/png"), ("a.JPG", "image/jpeg"), ("a.tar.gz", "application/gzip"),
    ("a.json", "application/json"),
    ("a", "application/octet-stream"), ("a.unheard", "application/octet-stream"),
    (".png", "application/octet-stream"),
  ])
  func theContentTypeOfAFileFollowsItsExtension(_ name: String, _ type: String) throws {
    let request = try RequestDescription(
      "https://example.com", method: .put, content: .file(folder.file(name, "x"))
    )
    .transportRequest(baseURL: nil, headers: SessionHeaders([:]), accept: nil, encoder: JSONEncoder())
    expectEqual(request.headers.values(for: "Content-Type"), [type])
  }
}
