import Foundation
import Net
import TestSupport
import Testing

/// The output of stream parsers does not depend on how the input is split into chunks, matches a direct
/// implementation of the rules, and ends.
///
/// Tests a hundred thousand inputs, the same in every run.
///
/// The direct implementation is slow, so it is compared for one input in five.
@Suite(.heavy) struct StreamParserPropertyTests {
  private static let texts = [
    "one\ntwo\r\n\nthree", "\u{feff}a\rb\r\n\rc\n", "grün\n🇩🇪\r\n", "\n\r\r\n\n", "0123456789abcdef\r\nx",
  ].bytes
  private static let lineTokens =
    ["\n", "\r", "\r\n", "\u{feff}", "ü", "0123456789"].bytes + [[0xef], [0xbb, 0xbf]]

  /// The elements that a parser returned, and its final error.
  private struct Reading<Element: Equatable>: Equatable {
    var elements: [Element] = []
    var failure: String?
  }

  /// - `limit`: The maximum number of elements after the end of the input. A parser that exceeds it would
  /// not end.
  private func read<Parser: StreamParser>(
    _ chunks: [Data], with parser: Parser
  ) -> Reading<Parser.Element> where Parser.Element: Equatable {
    var parser = parser
    var reading = Reading<Parser.Element>()
    let limit = chunks.reduce(2) { $0 + $1.count }
    do {
      for chunk in chunks {
        parser.append(chunk)
        while reading.elements.count < limit, let element = try parser.next() {
          reading.elements.append(element)
        }
      }
      parser.finish()
      while reading.elements.count < limit, let element = try parser.next() {
        reading.elements.append(element)
      }
    } catch {
      reading.failure =
        (error as? LineTooLong)?.description ?? (error as? JSONLineError).map { "line \($0.number)" }
    }
    if reading.elements.count == limit { reading.failure = "does not end" }
    return reading
  }

  private func report(_ part: Int, _ round: Int, _ bytes: [UInt8], _ what: Any) -> String {
    "part \(part), round \(round), \(String(decoding: bytes, as: UTF8.self).debugDescription): \(what)"
  }

  @Test(arguments: 0..<Mutations.parts, [LineParser.Endings.lineFeed, .any])
  func linesDoNotDependOnTheChunks(part: Int, endings: LineParser.Endings) {
    Mutations.check(seed: 100 + UInt64(part)) { mutations, failures in
      for round in 0..<Mutations.rounds / 2 {
        let bytes = mutations.mutated(Self.texts, tokens: Self.lineTokens)
        let limit = mutations.number(in: 0...30)
        let parser = LineParser(endings: endings, maximumLength: limit)
        let whole = read([Data(bytes)], with: parser)
        let cut = read(mutations.pieces(of: bytes), with: parser)
        if cut != whole { failures.append(report(part, round, bytes, cut)) }
        guard round % 5 == 0 else { continue }
        let plain = Self.lines(bytes, endings)
        let long = plain.firstIndex { $0.count > limit }
        let bound = limit == 1 ? "1 byte" : "\(limit) bytes"
        if whole.elements != plain.prefix(long ?? plain.count).map({ ArraySlice($0) })
          || whole.failure != long.map({ "line \($0 + 1) has more than \(bound)" })
        {
          failures.append(report(part, round, bytes, whole))
        }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func textDoesNotDependOnTheChunks(part: Int) {
    Mutations.check(seed: 200 + UInt64(part)) { mutations, failures in
      for round in 0..<Mutations.rounds / 5 {
        let bytes = mutations.mutated(Self.texts, tokens: Self.lineTokens)
        let whole = read([Data(bytes)], with: TextLineParser())
        let cut = read(mutations.pieces(of: bytes), with: TextLineParser())
        let plain = Self.lines(bytes, .lineFeed).map { String(decoding: $0, as: UTF8.self) }
        if cut != whole || whole.elements != plain || whole.failure != nil {
          failures.append(report(part, round, bytes, cut))
        }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func wideTextDoesNotDependOnTheChunks(part: Int) {
    Mutations.check(seed: 1_100 + UInt64(part)) { mutations, failures in
      let texts: [[UInt8]] = ["grün\n🇩🇪\r\n", "\u{feff}a\n"].flatMap { text in
        [.utf16, .utf16LittleEndian, .utf32BigEndian].map { Array(text.data(using: $0) ?? Data()) }
      }
      let tokens: [[UInt8]] = [[0, 0x0a], [0x0a, 0], [0xd8, 0x3d], [0xfe, 0xff], [0xff, 0xfe], [0]]
      let encodings: [String.Encoding] = [.utf16, .utf16LittleEndian, .utf32]
      for round in 0..<Mutations.rounds / 5 {
        let bytes = mutations.mutated(texts, tokens: tokens)
        let encoding = encodings[round % encodings.count]
        let whole = read([Data(bytes)], with: TextLineParser(encoding: encoding))
        let cut = read(mutations.pieces(of: bytes), with: TextLineParser(encoding: encoding))
        if cut != whole || whole.failure != nil { failures.append(report(part, round, bytes, cut)) }
      }
    }
  }

  /// Accepts any text that begins with a brace, so that the time measured is the parser's.
  private struct Braces: DataDecoder {
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      guard data.first == UInt8(ascii: "{"), let value = data as? Value else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no brace"))
      }
      return value
    }
  }

  @Test(arguments: 0..<Mutations.parts) func jsonLinesDoNotDependOnTheChunks(part: Int) {
    Mutations.check(seed: 300 + UInt64(part)) { mutations, failures in
      let texts = ["{\"a\":1}\n{\"b\":[2]}\r\n \t\n{}", "\u{feff}{\n\n{\"ü\"}\n"].bytes
      let parser = JSONLineParser(of: Data.self, decoder: Braces())
      for round in 0..<Mutations.rounds {
        let bytes = mutations.mutated(texts, tokens: ["\n", "{", "\r\n", " ", "\t"].bytes)
        let whole = read([Data(bytes)], with: parser)
        let cut = read(mutations.pieces(of: bytes), with: parser)
        if cut != whole { failures.append(report(part, round, bytes, cut)) }
        guard round % 5 == 0 else { continue }
        let plain = Self.lines(bytes, .lineFeed).filter { !$0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
        let good = plain.prefix { $0.first == UInt8(ascii: "{") }
        let isRight =
          whole.elements == good.map { Data($0) } && (whole.failure == nil) == (good.count == plain.count)
        if !isRight { failures.append(report(part, round, bytes, whole)) }
      }
    }
  }

  @Test func valuesOfJSONLinesDoNotDependOnTheChunks() {
    Mutations.check(seed: 400) { mutations, failures in
      let texts = ["[1,\"two\"]\n{\"a\":null}\r\n3.5\n", "\"\\u00fc\"\ntrue"].bytes
      for round in 0..<1_000 {
        let bytes = mutations.mutated(texts, tokens: ["\n", ",", "]", "\"", "1e999"].bytes)
        let whole = read([Data(bytes)], with: JSONLineParser(of: JSONValue.self))
        let cut = read(mutations.pieces(of: bytes), with: JSONLineParser(of: JSONValue.self))
        if cut != whole { failures.append(report(0, round, bytes, cut)) }
      }
    }
  }

  /// The lines, by a direct implementation of the rules.
  static func lines(_ bytes: [UInt8], _ endings: LineParser.Endings) -> [[UInt8]] {
    var text = bytes
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text.removeFirst(3) }
    var lines: [[UInt8]] = [[]]
    for (index, byte) in text.enumerated() {
      let isAfterCR = index > 0 && text[index - 1] == 0x0d
      switch (byte, endings) {
      case (0x0a, .any) where isAfterCR: break
      case (0x0a, _), (0x0d, .any): lines.append([])
      default: lines[lines.count - 1].append(byte)
      }
    }
    if lines.last == [] { lines.removeLast() }
    return endings == .any ? lines : lines.map { $0.last == 0x0d ? $0.dropLast() : $0 }
  }
}
