import Foundation
import Net
import TestSupport
import Testing

/// The rules of the HTML standard, section 9.2.6, one by one.
@Suite struct EventStreamParserTests {
  private func events(_ text: String, id: String? = nil) throws -> [ServerSentEvent] {
    var parser = EventStreamParser(lastEventID: id)
    parser.append(Data(text.utf8))
    parser.finish()
    var events: [ServerSentEvent] = []
    while let event = try parser.next() { events.append(event) }
    return events
  }

  private func datas(_ text: String) throws -> [String] { try events(text).map(\.data) }

  @Test func anEventEndsWithAnEmptyLine() throws {
    expectEqual(
      try events("data: a\n\nevent: b\ndata: c\nid: 1\n\n"),
      [
        ServerSentEvent("a"), ServerSentEvent("c", event: "b", id: "1"),
      ])
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func linesMayEndInThreeWays(end: String) throws {
    expectEqual(
      try datas(["data: a", "data: b", "", "data: c", "", ""].joined(separator: end)), ["a\nb", "c"])
  }

  @Test func lineEndingsMayBeMixed() throws {
    expectEqual(try datas("data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\r"), ["a\nb\nc", "d"])
  }

  @Test func oneByteOrderMarkAtTheStartIsIgnored() throws {
    expectEqual(try datas("\u{feff}data: a\n\n"), ["a"])
    expectEqual(try datas("\u{feff}\u{feff}data: a\n\ndata: b\n\n"), ["b"])
    expectEqual(try datas("data: a\n\n\u{feff}data: b\n\n"), ["a"])
  }

  @Test func oneSpaceAfterTheColonIsRemoved() throws {
    expectEqual(try datas("data:a\n\ndata: b\n\ndata:  c\n\ndata:\td\n\n"), ["a", "b", " c", "\td"])
  }

  @Test func dataLinesAreJoinedWithLF() throws {
    expectEqual(try datas("data: a\ndata\ndata:\ndata: b\n\n"), ["a\n\n\nb"])
  }

  @Test func anEmptyDataLineIsData() throws {
    expectEqual(try datas("data\n\ndata\ndata\n\ndata:"), ["", "\n"])
  }

  @Test func anEventWithoutDataIsDroppedWithItsType() throws {
    expectEqual(try events("event: a\n\ndata: b\n\n\n\n"), [ServerSentEvent("b")])
  }

  @Test func anEmptyTypeIsTheDefault() throws {
    expectEqual(try events("event: a\nevent:\ndata: b\n\n"), [ServerSentEvent("b")])
  }

  @Test func commentsAndUnknownFieldsAreIgnored() throws {
    expectEqual(
      try events(": note\n:\nfoo: bar\nDATA: x\n data: y\n\0data: z\ndata: a\ndatab: c\n\n"),
      [
        ServerSentEvent("a")
      ])
  }

  @Test func anIDAppliesUntilTheNextOne() throws {
    expectEqual(try events("id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n").map(\.id), ["1", "1", nil])
  }

  @Test func theIDOfThePreviousConnectionApplies() throws {
    expectEqual(try events("data: a\n\nid: 8\ndata: b\n\n", id: "7").map(\.id), ["7", "8"])
  }

  @Test(arguments: ["\0", "\u{1}", "\u{7f}", "\u{1b}"])
  func anIDThatNoHeaderCanCarryIsIgnored(character: String) throws {
    expectEqual(try events("id: 1\nid: 2\(character)\ndata: a\n\n").map(\.id), ["1"])
  }

  @Test func anIDMayHaveLettersAndTabs() throws {
    expectEqual(try events("id: é\t2\ndata: a\n\n").map(\.id), ["é\t2"])
  }

  @Test func anIDAppliesAtTheEndOfItsEventEvenWithoutData() throws {
    var parser = EventStreamParser()
    parser.append(Data("id: 1\n".utf8))
    expectNil(try parser.next())
    expectNil(parser.lastEventID)
    parser.append(Data("\n".utf8))
    expectNil(try parser.next())
    expectEqual(parser.lastEventID, "1")
  }

  @Test(arguments: [
    ("250", 250), ("0", 0), ("007", 7), ("", nil), ("-1", nil), ("1.5", nil), ("1 ", nil), ("２", nil),
    ("+5", nil),
  ])
  func aRetryTimeHasOnlyDigits(text: String, milliseconds: Int?) throws {
    var parser = EventStreamParser()
    parser.append(Data("retry: \(text)\ndata: a\n\n".utf8))
    let event = try parser.next()
    expectEqual(event?.retry, milliseconds.map { .milliseconds($0) })
    expectEqual(parser.reconnectionTime, milliseconds.map { .milliseconds($0) })
  }

  @Test func aRetryTimeAppliesAtOnceAndStays() throws {
    var parser = EventStreamParser()
    parser.append(Data("retry: 5\n".utf8))
    expectNil(try parser.next())
    expectEqual(parser.reconnectionTime, .milliseconds(5))
    parser.append(Data("\ndata: a\n\n".utf8))
    expectEqual(try parser.next(), ServerSentEvent("a"))
    expectEqual(parser.reconnectionTime, .milliseconds(5))
  }

  @Test func aRetryTimeThatIsTooLargeIsTheMaximum() throws {
    var parser = EventStreamParser()
    parser.append(Data("retry: 99999999999999999999999\n".utf8))
    expectNil(try parser.next())
    expectEqual(parser.reconnectionTime, .milliseconds(Int64.max))
  }

  @Test func anUnfinishedEventIsDropped() throws {
    expectEqual(try datas("data: a\n\ndata: b\n"), ["a"])
    expectEqual(try datas("data: a"), [])
  }

  @Test func anEventIsReturnedWithItsLastByte() throws {
    var parser = EventStreamParser()
    let text = "data: a\r\n\r"
    for byte in text.utf8.dropLast() {
      parser.append(Data([byte]))
      expectNil(try parser.next())
    }
    parser.append(Data("\r".utf8))
    expectEqual(try parser.next(), ServerSentEvent("a"))
  }

  @Test func invalidUTF8IsReplaced() throws {
    var parser = EventStreamParser()
    parser.append(Data("data: ".utf8) + [0xc3] + Data("\ndata: ".utf8) + [0xa4, 0xff] + Data("\n\n".utf8))
    expectEqual(try parser.next()?.data, "\u{fffd}\n\u{fffd}\u{fffd}")
  }

  @Test func dataMayBeAsLongAsTheLimit() throws {
    var parser = EventStreamParser(maximumSize: 5)
    parser.append(Data("data: ab\ndata: cd\n\ndata: abcde\n\ndata:\(" ")vwxyz\n\n".utf8))
    expectEqual(try parser.next()?.data, "ab\ncd")
    expectEqual(try parser.next()?.data, "abcde")
    expectEqual(try parser.next()?.data, "vwxyz")
  }

  @Test(arguments: [
    "data: ab\ndata: cde\n\n", "data: ab\ndata: cde\n", "data: abcdefg\n", "a long unknown field", "a long",
  ])
  func anEventOrLineThatIsTooLongFailsPermanently(text: String) throws {
    var parser = EventStreamParser(maximumSize: 5)
    parser.append(Data((text + "data: a\n\n").utf8))
    let error = try #require(throws: EventTooLong.self) { while try parser.next() != nil {} }
    expectEqual(error.limit, 5)
    expectEqual(error.beginning.count, 5)
    parser.append(Data("data: a\n\n".utf8))
    #expect(throws: error) { try parser.next() }
  }

  @Test(arguments: 1...20) func aCommentOfAnyLengthIsIgnored(chunkSize: Int) throws {
    let text = ": a long comment\n:\(String(repeating: "x", count: 30))\r\ndata: a\n: another one\r\r"
    var parser = EventStreamParser(maximumSize: 5)
    var datas: [String] = []
    var rest = Data(text.utf8)
    while !rest.isEmpty {
      parser.append(rest.prefix(chunkSize))
      rest = rest.dropFirst(chunkSize)
      while let event = try parser.next() { datas.append(event.data) }
    }
    expectEqual(datas, ["a"])
  }

  @Test func aLongCommentWithoutAnEndIsIgnored() throws {
    var parser = EventStreamParser(maximumSize: 5)
    parser.append(Data("data: a\n\n: a long comment".utf8))
    expectEqual(try parser.next()?.data, "a")
    for _ in 0..<3 {
      expectNil(try parser.next())
      parser.append(Data(" that goes on".utf8))
    }
    parser.finish()
    expectNil(try parser.next())
  }

  @Test(arguments: ["data: ab\ndata: cde\n", "data:ab\ndata:cdef", "data: ab\ndata: cdefghijk"])
  func theErrorKeepsTheStartOfTheData(text: String) throws {
    var parser = EventStreamParser(maximumSize: 5)
    parser.append(Data(text.utf8))
    // A line that never ends fails once it is too long for every field.
    parser.append(Data("\n".utf8))
    let error = try #require(throws: EventTooLong.self) { try parser.next() }
    expectEqual(error.beginning, Data("ab\ncd".utf8))
  }

  @Test func anEventOfEndlessEmptyDataLinesFails() throws {
    var parser = EventStreamParser(maximumSize: 1000)
    parser.append(Data(String(repeating: "data\n", count: 1002).utf8))
    #expect(throws: EventTooLong.self) { try parser.next() }
  }
}
