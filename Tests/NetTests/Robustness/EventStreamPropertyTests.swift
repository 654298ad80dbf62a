import Foundation
import Net
import TestSupport
import Testing

/// The events of a stream do not depend on how it is split into chunks, and match a direct implementation of
/// the HTML standard.
///
/// Tests a hundred thousand streams, the same in every run.
@Suite(.heavy) struct EventStreamPropertyTests {
  private static let streams = [
    "id: 1\r\nevent: add\r\ndata: a\r\ndata:b\r\n\r\n", "\u{feff}: note\ndata\n\nretry: 250\ndata: ü\n\n",
    "data: a\r\rid\rdata\r\r", "event: x\n\nid: 2\0\n\nid: 3\ndata: \n\n",
  ].bytes
  private static let tokens =
    [
      "\n", "\r", "\r\n", "\n\n", "data", "data: ", "id: ", "id:7\n", "event:", "retry: ", "42", ":", " ",
      "\0", "\u{feff}",
    ].bytes + [[0xff], [0xc3]]

  private struct Reading: Equatable {
    var events: [ServerSentEvent] = []
    var lastEventID: String?
    var reconnectionTime: Duration?
  }

  private func read(_ chunks: [Data]) throws -> Reading {
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    for chunk in chunks {
      parser.append(chunk)
      while let event = try parser.next() { events.append(event) }
    }
    parser.finish()
    while let event = try parser.next() { events.append(event) }
    return Reading(events: events, lastEventID: parser.lastEventID, reconnectionTime: parser.reconnectionTime)
  }

  @Test(arguments: 0..<Mutations.parts) func eventsDoNotDependOnTheChunks(part: Int) throws {
    try Mutations.check(seed: 500 + UInt64(part)) { mutations, failures in
      for round in 0..<Mutations.rounds {
        let bytes = mutations.mutated(Self.streams, tokens: Self.tokens)
        let whole = try read([Data(bytes)])
        let cut = try read(mutations.pieces(of: bytes))
        // The direct implementation takes longer than everything else.
        if cut != whole || (round % 10 == 0 && whole != Self.plainly(bytes)) {
          failures.append(
            """
            part \(part), round \(round), \(String(decoding: bytes, as: UTF8.self).debugDescription): \(cut), \
            not \(Self.plainly(bytes))
            """)
        }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func theLimitDoesNotDependOnTheChunks(part: Int) {
    Mutations.check(seed: 600 + UInt64(part)) { mutations, failures in
      for round in 0..<Mutations.rounds / 5 {
        let bytes = mutations.mutated(Self.streams, tokens: Self.tokens)
        let limit = mutations.number(in: 0...6)
        let chunks = mutations.pieces(of: bytes)
        let results = [[Data(bytes)], chunks].map { chunks -> String in
          var parser = EventStreamParser(maximumSize: limit)
          var text = ""
          do throws(EventTooLong) {
            for chunk in chunks {
              parser.append(chunk)
              while let event = try parser.next() {
                text += "\(event)"
                if event.data.utf8.count > 3 * limit { text += "too long" }
              }
            }
          } catch {
            text += "\(Array(error.beginning))"
          }
          return text
        }
        if results[0] != results[1] || results[0].contains("too long") {
          failures.append(
            "part \(part), round \(round), \(String(decoding: bytes, as: UTF8.self).debugDescription): \(results)"
          )
        }
      }
    }
  }

  /// The events of a complete text, implemented directly from section 9.2.6.
  private static func plainly(_ bytes: [UInt8]) -> Reading {
    var reading = Reading()
    var (data, type, id, retry): ([[UInt8]], String?, String?, Duration?) = ([], nil, nil, nil)
    var lines = StreamParserPropertyTests.lines(bytes, .any)
    if let last = bytes.last, last != 0x0a, last != 0x0d, !lines.isEmpty { lines.removeLast() }
    for line in lines {
      let parts = line.split(separator: 0x3a, maxSplits: 1, omittingEmptySubsequences: false)
      var value = parts.count > 1 ? Array(parts[1]) : []
      if value.first == 0x20 { value.removeFirst() }
      let text = String(decoding: value, as: UTF8.self)
      switch String(decoding: parts.first ?? [], as: UTF8.self) {
      case _ where line.isEmpty:
        reading.lastEventID = id
        if !data.isEmpty {
          let joined = String(decoding: Array(data.joined(separator: [0x0a])), as: UTF8.self)
          reading.events.append(ServerSentEvent(joined, event: type, id: id, retry: retry))
        }
        (data, type, retry) = ([], nil, nil)
      case "data": data.append(value)
      case "event": type = text.isEmpty ? nil : text
      case "id" where value.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }): id = text.isEmpty ? nil : text
      case "retry" where !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }:
        retry = .milliseconds(Int64(text) ?? .max)
        reading.reconnectionTime = retry
      default: break
      }
    }
    return reading
  }
}
