import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Downloads from a server that sends true bytes of its versions, and says anything about them.
@Suite struct DownloadPropertyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("film") }
  private var bytes: String? { (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } }
  private var files: Set<String> { Set(FileManager.default.subpaths(atPath: folder.url.path) ?? []) }

  /// Downloads the file, and returns the response and the reported numbers of bytes.
  private func download(_ fixture: SessionFixture) throws -> (DataResponse<URL>, [TransferProgress]) {
    let outcomes = Locked<[DataResponse<URL>]>([])
    let progress = Locked<[TransferProgress]>([])
    fixture.session.get("https://example.com/film")
      .progress(delivery: .inline) { step in progress.update { $0.append(step) } }
      .download(
        to: .file(file, options: [.replaceExisting]).resumable(at: folder.file("film.part")),
        delivery: .inline
      ) { response in outcomes.update { $0.append(response) } }
    fixture.timer.advance(by: .seconds(100))
    expectEqual(outcomes.value.count, 1)
    return (try #require(outcomes.value.first), progress.value)
  }

  @Test(arguments: LyingServer.Validator.allCases, 0..<40)
  func aDownloadedFileIsOneVersion(_ validator: LyingServer.Validator, _ seed: Int) throws {
    let server = Locked(LyingServer(random: SeededGenerator(seed: UInt64(seed)), validator: validator))
    let fixture = SessionFixture(
      onResume: { task in
        for event in server.update({ $0.answer(task.request) }) { task.send(event) }
      },
      configure: { $0.interceptors = [RetryPolicy(maximumRetries: seed % 3, base: .zero)] })
    for _ in 0..<5 {
      let (response, progress) = try download(fixture)
      #expect(files.isSubset(of: ["film", "film.part", "film.part.resume"]))
      if response.value != nil { #expect(server.value.contents.contains(bytes ?? "none"), "\(server.value)") }
      expectEqual(progress.map(\.completed), progress.map(\.completed).sorted())
      #expect(progress.allSatisfy { $0.completed <= $0.total ?? .max })
    }
    server.update { $0.isHonest = true }
    let (response, _) = try download(fixture)
    expectNil(response.error, "\(server.value)")
    expectEqual(bytes, server.value.content, "\(server.value)")
    expectEqual(files, ["film"])
  }
}

/// A server with one version of a file after the other.
///
/// Each version has its own validator, because nobody can tell apart two versions with the same strong one. All else
/// that it says may be wrong, and bodies may end early.
struct LyingServer: Sendable, CustomStringConvertible {
  enum Validator: Sendable, CaseIterable { case tag, date, weakTag, none, tagAndDate }

  var random: SeededGenerator
  let validator: Validator
  var isHonest = false
  private var version = 0
  private var log: [String] = []

  init(random: SeededGenerator, validator: Validator) { (self.random, self.validator) = (random, validator) }

  var description: String { log.joined(separator: "\n") }

  /// The contents of all versions so far.
  var contents: [String] { (0...version).map(Self.content) }
  var content: String { Self.content(version) }

  private static func content(_ version: Int) -> String {
    String(
      repeating: Character(Unicode.Scalar(UInt8(97 + version % 26))),
      count: [40, 40, 40, 40, 64, 7, 40, 0, 40, 1][version % 10])
  }

  /// Returns true once in this many calls, unless the server is honest.
  private mutating func lies(_ times: Int) -> Bool { !isHonest && number(0..<times) == 0 }
  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private var validators: HTTPHeaders {
    let tag: HTTPHeaders = ["ETag": "\"\(version)\""]
    let second = version % 60
    let dates: HTTPHeaders = [
      "Last-Modified": "Wed, 01 Jan 2025 00:00:\(second < 10 ? "0" : "")\(second) GMT",
      "Date": "Thu, 02 Jan 2025 00:00:00 GMT",
    ]
    return switch validator {
    case .tag: tag
    case .date: dates
    case .weakTag: ["ETag": "W/\"\(version)\""]
    case .none: [:]
    case .tagAndDate: HTTPHeaders(Array(tag) + Array(dates))
    }
  }

  /// Returns the events of a response.
  mutating func answer(_ request: TransportRequest) -> [TransportEvent] {
    if lies(2) { version += 1 }
    var head = ResponseHead(status: 200, headers: validators, url: request.url)
    var body = Array(content.utf8)
    let condition = request.headers["If-Range"]
    let isMet = condition == head.headers["ETag"] ?? head.headers["Last-Modified"]
    let first = request.headers["Range"].flatMap { Int($0.dropFirst(6).dropLast()) }
    if let first, first < body.count, isMet || lies(2) {
      body = range(from: first, of: body, &head)
    } else if first != nil, lies(4) {
      head.status = [304, 404, 416, 500][number(0..<4)]
      if lies(2) { head.headers.update(name: "Content-Range", value: "bytes */\(body.count)") }
    } else if lies(12) {
      head.status = 206
      head.headers.update(name: "Content-Range", value: "bytes 0-\(max(0, body.count - 1))/\(body.count)")
    }
    let hasLength = !lies(3)
    if hasLength { head.headers.update(name: "Content-Length", value: "\(body.count)") }
    return [.head(head)] + events(of: body, hasLength: hasLength, behind: "\(condition ?? "-") \(head)")
  }

  private mutating func range(from first: Int, of body: [UInt8], _ head: inout ResponseHead) -> [UInt8] {
    head.status = 206
    let start = lies(6) ? number(0..<body.count) : first
    let end = lies(6) ? number(start..<body.count) + 1 : body.count
    let total = lies(8) ? "\(body.count + number(0..<20))" : lies(4) ? "*" : "\(body.count)"
    head.headers.update(name: "Content-Range", value: "bytes \(start)-\(end - 1)/\(total)")
    if lies(8) { head.headers.remove(name: "Content-Range") }
    if lies(8) { head.headers.add(name: "Content-Range", value: "bytes 0-\(body.count - 1)/\(body.count)") }
    if lies(6) { head.headers.remove(name: "ETag") }
    if lies(8) { head.headers.update(name: "ETag", value: "W/\"\(version)\"") }
    if lies(10) { head.headers.add(name: "ETag", value: "\"other\"") }
    if lies(10) { head.headers.update(name: "Content-Type", value: "multipart/byteranges; boundary=x") }
    if lies(10) { head.headers.update(name: "Content-Encoding", value: "gzip") }
    return Array(body[start..<end])
  }

  /// The body in chunks, and its end.
  ///
  /// Nobody can tell that a body without a length ends early, unless it fails.
  private mutating func events(of body: [UInt8], hasLength: Bool, behind head: String) -> [TransportEvent] {
    let isCut = !body.isEmpty && lies(2)
    var rest = isCut ? Array(body.prefix(number(0..<body.count))) : body
    if !isCut, hasLength, lies(12) { rest += [33, 33] }
    let fails = isCut && (!hasLength || lies(2))
    log.append("\(head), \(rest.count) of \(body.count) bytes\(fails ? ", failed" : "")")
    var events: [TransportEvent] = []
    while !rest.isEmpty {
      let count = number(1..<rest.count + 1)
      events.append(.body(Data(rest.prefix(count))))
      rest.removeFirst(count)
    }
    return events + [fails ? .failed(Broken(), phase: .body) : .finished(TransportTimings())]
  }
}
