import Foundation
import Net
import TestSupport
import Testing

@Suite struct JSONLineParserTests {
  private struct Reading: Codable, Hashable { var value: Int }

  @Test func everyNonEmptyLineIsAValue() throws {
    var parser = JSONLineParser(of: Reading.self)
    parser.append(Data("\u{feff}{\"value\":1}\r\n\n \t\r\n{\"va".utf8))
    expectEqual(try parser.next(), Reading(value: 1))
    expectNil(try parser.next())
    parser.append(Data("lue\":2}".utf8))
    expectNil(try parser.next())
    parser.finish()
    expectEqual(try parser.next(), Reading(value: 2))
    expectEqual(parser.lineNumber, 4)
    expectNil(try parser.next())
  }

  @Test func anyJSONValueCanBeALine() throws {
    var parser = JSONLineParser(of: JSONValue.self)
    parser.append(Data("1\n\"two\"\n[null]\n".utf8))
    expectEqual(try parser.next(), 1)
    expectEqual(try parser.next(), "two")
    expectEqual(try parser.next(), [nil])
  }

  @Test func aLineThatCannotBeDecodedIsAnErrorAndTheNextIsRead() throws {
    var parser = JSONLineParser(of: Reading.self)
    parser.append(Data("{\"value\":1}\n\n{\"value\":\"x\"}\n{\"value\":3}\n".utf8))
    expectEqual(try parser.next(), Reading(value: 1))
    let error = try #require(throws: JSONLineError.self) { try parser.next() }
    expectEqual(error.number, 3)
    expectEqual(error.line, Data("{\"value\":\"x\"}".utf8))
    #expect(error.underlyingError is DecodingError)
    #expect(error.description.hasPrefix(#"line 3, "{\"value\":\"x\"}", could not be decoded"#))
    expectEqual(try parser.next(), Reading(value: 3))
  }

  @Test func aLineThatIsTooLongIsAnError() throws {
    var parser = JSONLineParser(of: Reading.self, maximumLength: 3)
    parser.append(Data("{\"value\":1}\n".utf8))
    let error = try #require(throws: JSONLineError.self) { try parser.next() }
    expectEqual(error.number, 1)
    expectEqual(error.line, Data("{\"v".utf8))
    expectEqual(
      error.underlyingError as? LineTooLong, LineTooLong(number: 1, limit: 3, beginning: Data("{\"v".utf8)))
  }

  @Test func theDecoderCanBeChosen() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    var parser = JSONLineParser(of: Date.self, decoder: decoder)
    parser.append(Data("86400\n".utf8))
    expectEqual(try parser.next(), Date(timeIntervalSince1970: 86_400))
  }
}
