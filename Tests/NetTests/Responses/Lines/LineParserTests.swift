import Foundation
import Net
import TestSupport
import Testing

@Suite struct LineParserTests {
  private func lines(
    _ chunks: [String], endings: LineParser.Endings = .lineFeed, limit: Int = 100
  ) throws -> [String] {
    var parser = LineParser(endings: endings, maximumLength: limit)
    var lines: [String] = []
    for chunk in chunks {
      parser.append(Data(chunk.utf8))
      while let line = try parser.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    parser.finish()
    while let line = try parser.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  private func bytes(_ text: String) -> ArraySlice<UInt8> { ArraySlice(text.utf8) }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n", [""]),
    ("a\n\nb", ["a", "", "b"]), ("a\rb\n", ["a\rb"]), ("a\r\r\nb", ["a\r", "b"]), ("\r", [""]),
    ("a\r", ["a"]),
    ("\u{feff}a\n\u{feff}b", ["a", "\u{feff}b"]), ("\u{feff}", []), ("\u{feff}\n", [""]),
    ("0123456789012345678\n", ["0123456789012345678"]),
  ])
  func linesEndWithLFOrCRLF(text: String, expected: [String]) throws {
    expectEqual(try lines([text]), expected)
  }

  @Test(arguments: [
    ("a\rb\nc\r\nd", ["a", "b", "c", "d"]), ("\r\r\n\n", ["", "", ""]), ("\n\r", ["", ""]), ("a\r", ["a"]),
    ("\u{feff}\ra", ["", "a"]),
  ])
  func anyEndingIncludesASingleCR(text: String, expected: [String]) throws {
    expectEqual(try lines([text], endings: .any), expected)
  }

  @Test func aLineIsReturnedAsSoonAsItsEndingArrives() throws {
    var parser = LineParser(endings: .any)
    parser.append(Data("a\r".utf8))
    expectEqual(try parser.next(), bytes("a"))
    parser.append(Data("\n".utf8))
    expectNil(try parser.next())
    parser.append(Data("\n".utf8))
    expectEqual(try parser.next(), [])
  }

  @Test func linesShareTheMemoryOfTheirChunk() throws {
    let chunk = Data(
      (String(repeating: "x", count: 100) + "\n" + String(repeating: "y", count: 100) + "\n").utf8)
    var parser = LineParser()
    parser.append(chunk)
    let first = try #require(try parser.next())
    let second = try #require(try parser.next())
    let addresses = [first, second].map { line in
      unsafe line.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
    expectEqual(addresses[1], addresses[0] + 101)
  }

  @Test(arguments: [
    ["abcd\nefghi\n"], ["abcd\r\n", "ef", "gh", "i\n"], ["abcd\r", "\nefgh", "\ri"], ["abcd\nefghijkl"],
  ])
  func aLineThatIsTooLongFailsAndKeepsItsFirstBytes(chunks: [String]) throws {
    var parser = LineParser(maximumLength: 4)
    var lines: [ArraySlice<UInt8>] = []
    var failure: LineTooLong?
    for chunk in chunks {
      parser.append(Data(chunk.utf8))
      do throws(LineTooLong) {
        while let line = try parser.next() { lines.append(line) }
      } catch {
        failure = error
      }
    }
    expectEqual(lines, [bytes("abcd")])
    expectEqual(failure, LineTooLong(number: 2, limit: 4, beginning: Data("efgh".utf8)))
    parser.append(Data("\nij\n".utf8))
    #expect(throws: LineTooLong.self) { try parser.next() }
  }

  @Test func aFirstLineThatIsTooLongFailsBeforeItsEnd() throws {
    var parser = LineParser(maximumLength: 4)
    parser.append(Data("abcde".utf8))
    #expect(throws: LineTooLong(number: 1, limit: 4, beginning: Data("abcd".utf8))) { try parser.next() }
  }

  @Test func aByteOrderMarkDoesNotCountTowardTheLimit() throws {
    expectEqual(try lines(["\u{feff}ab\n"], limit: 2), ["ab"])
    var parser = LineParser(maximumLength: 0)
    for byte in [0xef, 0xbb, 0xbf, 0x0a] as [UInt8] {
      parser.append(Data([byte]))
      expectEqual(try parser.next(), byte == 0x0a ? [] : nil)
    }
    parser = LineParser(maximumLength: 1)
    parser.append(Data([0xef, 0xbb]))
    expectNil(try parser.next())
    parser.finish()
    #expect(throws: LineTooLong(number: 1, limit: 1, beginning: Data([0xef]))) { try parser.next() }
  }

  @Test func appendedBytesFollowUnreadBytes() throws {
    var parser = LineParser()
    parser.append(Data("a\nb\nc".utf8))
    expectEqual(try parser.next(), bytes("a"))
    parser.append(Data("d\n".utf8))
    parser.append(Data("e".utf8))
    expectEqual(try parser.next(), bytes("b"))
    expectEqual(try parser.next(), bytes("cd"))
    expectNil(try parser.next())
    expectEqual(parser.lineNumber, 3)
  }

  @Test func bytesAfterTheEndAreIgnored() throws {
    var parser = LineParser()
    parser.append(Data("a".utf8))
    parser.finish()
    parser.append(Data("b\n".utf8))
    expectEqual(try parser.next(), bytes("a"))
    expectNil(try parser.next())
  }

  @Test func aCharacterSplitBetweenChunksIsJoined() throws {
    let bytes = Array("grün 🇩🇪\n".utf8)
    for cut in 0...bytes.count {
      var parser = TextLineParser()
      parser.append(Data(bytes[..<cut]))
      if cut < bytes.count { expectNil(try parser.next()) }
      parser.append(Data(bytes[cut...]))
      expectEqual(try parser.next(), "grün 🇩🇪")
    }
  }

  @Test func invalidUTF8IsReplaced() throws {
    var parser = TextLineParser()
    parser.append(Data([0x61, 0xff, 0x0a]))
    expectEqual(try parser.next(), "a\u{fffd}")
  }

  @Test func theEncodingCanBeChosen() throws {
    var parser = TextLineParser(encoding: .isoLatin1)
    parser.append(Data([0xe9, 0x0a]))
    expectEqual(try parser.next(), "é")
    expectEqual(parser.lineNumber, 1)
  }
}
