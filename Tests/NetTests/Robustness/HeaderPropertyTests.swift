import Foundation
import TestSupport
import Testing

@testable import Net

/// The parsed value of a header field does not depend on the space around it or on the text that contains it,
/// and has no impossible content.
///
/// Tests a hundred thousand fields each, the same in every run.
@Suite(.heavy) struct HeaderPropertyTests {
  private func report(_ part: Int, _ round: Int, _ text: String, _ what: Any?) -> String {
    "part \(part), round \(round), \(text.debugDescription): \(what ?? "nothing")"
  }

  @Test(arguments: 0..<Mutations.parts) func retryAfterIsParsedOrIgnored(part: Int) {
    Mutations.check(seed: 700 + UInt64(part)) { mutations, failures in
      let texts = [
        "120", "Sun, 06 Nov 2033 08:49:37 GMT", "Sunday, 06-Nov-33 08:49:37 GMT", "Sun Nov  6 08:49:37 2033",
      ].bytes
      let tokens = ["0", "9", " ", "-", ",", ":", "GMT", "Feb", "29", "31", "Mon", "é"].bytes
      let now = Date(timeIntervalSince1970: 1_900_000_000)
      func delay(_ text: String) -> Duration? {
        ResponseHead(status: 503, headers: ["Retry-After": text]).retryAfter(at: now)
      }
      for round in 0..<Mutations.rounds {
        let text = String(decoding: mutations.mutated(texts, tokens: tokens), as: UTF8.self)
        let read = delay(text)
        if delay(" \t\(text) ") != read || read.map({ $0 < .zero }) == true {
          failures.append(report(part, round, text, read))
        }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func linksAreParsedOrSkipped(part: Int) {
    Mutations.check(seed: 800 + UInt64(part)) { mutations, failures in
      let texts = [
        "<https://a.example/?p=2>; rel=\"next\"", "</b>; rel=\"prev Last\"; title=\"a,;\\\"b\", <c>;rel=next",
      ].bytes
      let tokens = ["<", ">", ",", ";", "=", "\"", "\\", "rel", " ", "é", "//", "%zz"].bytes
      let base = URL(string: "https://example.com/a")
      for round in 0..<Mutations.rounds {
        let text = String(decoding: mutations.mutated(texts, tokens: tokens), as: UTF8.self)
        let links = Link.parse([text], relativeTo: base)
        let isRight =
          Link.parse([" \(text)\t"], relativeTo: base) == links
          && Link.parse([text, text], relativeTo: base) == links + links
          && links.allSatisfy { $0.url == nil || $0.url?.scheme != nil }
          && links.allSatisfy { $0.relations.allSatisfy { !$0.isEmpty } && $0.parameters["rel"] == nil }
        if !isRight { failures.append(report(part, round, text, links)) }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func mediaTypesAreParsedOrRejected(part: Int) {
    Mutations.check(seed: 900 + UInt64(part)) { mutations, failures in
      let texts = ["application/JSON; charset=utf-8", "text/*", "*/*;q=0.5", "image/svg+xml", "*"].bytes
      let tokens = ["/", "*", ";", "=", " ", "\"", "\t", ",", "é", "\0"].bytes
      for round in 0..<Mutations.rounds {
        let text = String(decoding: mutations.mutated(texts, tokens: tokens), as: UTF8.self)
        let type = MediaType(text)
        let inside = "a/b, \(text), c/d".dropFirst(5).dropLast(5)
        let isRight =
          MediaType(" \t\(text) ") == type && MediaType("\(text);q=1") == type && MediaType(inside) == type
          && type.map { $0.includes($0) && !$0.type.isEmpty && !$0.subtype.isEmpty } ?? true
          && type.map { MediaType("\($0.type)/\($0.subtype)") == $0 } ?? true
        if !isRight { failures.append(report(part, round, text, type)) }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func aSuggestedNameStaysInsideTheFolder(part: Int) {
    Mutations.check(seed: 1_200 + UInt64(part)) { mutations, failures in
      let texts = [
        "attachment; filename=\"a b.txt\"; filename*=UTF-8''%e2%82%ac%20rates.pdf",
        "filename*=iso-8859-1'en'%A3",
        "inline; filename=../../etc/passwd", "filename=\"C:\\\\a\\\\..\"; filename*=UTF-8''%2E%2E%2F%2e",
      ].bytes
      let tokens = [
        "/", "\\", "..", ".", "%2f", "%5C", "%00", "%", "\"", ";", "'", "=", "filename*=", "\u{202e}",
        "\u{338}",
        "%E2%80%AE", "\r", String(repeating: "ü", count: 130), " ",
      ].bytes
      let folder = URL(filePath: "/files/kept", directoryHint: .isDirectory)
      let destination = DownloadDestination.suggested(in: folder)
      for round in 0..<Mutations.rounds {
        let text = String(decoding: mutations.mutated(texts, tokens: tokens), as: UTF8.self)
        let head = ResponseHead(
          status: 200, headers: ["Content-Disposition": text], url: URL(string: "https://e.com/\(round)"))
        let (name, location) = (head.suggestedFileName ?? "", destination.place(head))
        let isRight =
          !name.isEmpty && name.utf8.count <= 255 && !name.hasPrefix(".")
          && !name.unicodeScalars.contains { "/\\\u{202e}".unicodeScalars.contains($0) || $0.value < 0x20 }
          && FileName.safe(name) == name
          && location.path == "/files/kept/\(name)"
        if !isRight { failures.append(report(part, round, text, name)) }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func jsonIsParsedAtAnyOffset(part: Int) {
    Mutations.check(seed: 1_000 + UInt64(part)) { mutations, failures in
      let texts = ["{\"a\":[1,2.5e3,\"\\u00fc\"]}", "\u{feff}[null,true,\"x\"]", "-0.5"].bytes
      let tokens = ["[", "]", "{", "}", ",", ":", "\"", "\\", "\\ud83d", "1e999", "-", "0", " "].bytes
      for round in 0..<Mutations.rounds {
        let bytes = mutations.mutated(texts, tokens: tokens)
        let (whole, slice) = (Data(bytes), mutations.slice(of: bytes))
        let results = [whole, slice].map { data in
          Result { try JSONValue(parsing: data) }.mapError { $0 as? JSONError ?? .tooDeep }
        }
        if results[0] != results[1] {
          failures.append(report(part, round, String(decoding: bytes, as: UTF8.self), results))
        }
      }
    }
  }
}
