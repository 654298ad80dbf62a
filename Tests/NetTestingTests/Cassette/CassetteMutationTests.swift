import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Files that were truncated or mutated at random parse or throw; they never crash or hang.
@Suite struct CassetteMutationTests {
  /// One entry that uses every field, short enough to be parsed ten thousand times.
  private static let file = """
    {"log":{"version":"1.2","entries":[{"startedDateTime":"2025-03-01T10:00:00.1Z","time":1.5,"request":{"method":\
    "POST","url":"https://h/a?b=c","headers":[{"name":":path","value":"/"},{"name":"Content-Encoding","value":"gzip"}],\
    "postData":{"mimeType":"text/plain; charset=utf-8","text":"é","params":[{"name":"a"}]}},"response":{"status":200,\
    "httpVersion":"h2","headers":[],"content":{"size":4,"mimeType":"a/b","text":"AAEC","encoding":"base64"},\
    "_error":"e","_errorCode":-1004,"_errorPhase":"dns"},"timings":{"dns":-1,"wait":1e3}}]}}
    """

  private static let pieces = [
    "null", "{}", "[]", "0", "-1", "1e308", "9223372036854775807", "\"\"", "\"https://[\"", ",", "\\u0000",
    "\u{feff}",
  ].map { Array($0.utf8) }

  private static func mutated(_ bytes: [UInt8], with generator: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0...result.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: result.removeSubrange(place...)
      case 1:
        result.removeSubrange(place..<min(result.count, place + Int.random(in: 1...20, using: &generator)))
      case 2: result.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      case 3: result.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
      default:
        let value = result[place...].firstIndex(of: UInt8(ascii: ":")) ?? result.count
        let end =
          result[value...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? result.count
        if value < end {
          result.replaceSubrange((value + 1)..<end, with: pieces.randomElement(using: &generator) ?? [])
        }
      }
    }
    return result
  }

  @Test(.heavy, arguments: 0..<10) func mutatedFilesParseOrThrow(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = Array(Self.file.utf8)
    var readable = 0
    var failures: [String] = []
    for round in 0..<1_000 {
      let data = Data(Self.mutated(bytes, with: &generator))
      do throws(CassetteError) {
        let cassette = try Cassette(parsing: data, file: "t.har")
        // A parsed file can be written and parsed again.
        let again = try Cassette(parsing: cassette.data(), file: "u.har")
        if again.entries.count != cassette.entries.count { failures.append("round \(round): \(again)") }
        readable += 1
      } catch {
        if error.file != "t.har" { failures.append("round \(round): \(error)") }
      }
    }
    expectEqual(failures, [])
    #expect(readable > 0)
  }

  @Test func everyTruncatedFileThrows() {
    let bytes = Array(Self.file.utf8)
    for count in 0..<bytes.count {
      #expect(throws: CassetteError.self) { try Cassette(parsing: Data(bytes[..<count]), file: "t.har") }
    }
  }

  @Test func deepNestingThrows() {
    let text = #"{"log": "# + String(repeating: "[", count: 100_000)
    #expect(throws: CassetteError(file: "t.har", .notJSON(.tooDeep))) {
      try Cassette(parsing: Data(text.utf8), file: "t.har")
    }
  }
}
