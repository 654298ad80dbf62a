import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Requests that differ only a little, and must not get each other's responses.
@Suite(.netTesting) struct CassetteMatchingTests {
  let upstream = MockTransport()

  private func body(
    of url: String, _ content: String, over transport: RecordingTransport
  ) throws -> String {
    let received = ReceivedEvents()
    let request = TransportRequest(
      method: .post, url: try #require(URL(string: url)), body: .data(Data(content.utf8)))
    transport.task(for: request, receiver: received).resume()
    return received.words.filter { $0.hasPrefix("body ") }.joined()
  }

  @Test(arguments: [
    ("q=%C3%A9", "q=e%CC%81"), ("a%3Db=c", "a=b%3Dc"), ("a%3Db", "a=b"), ("a", "a="),
    ("a=1&a=2", "a=1"), ("a=%FF", "a=%25FF"), ("a=%FF", "a=%FE"), ("a=%FF", "a=%EF%BF%BD"), ("%FF", "%25FF"),
  ])
  func queriesThatDifferAreNotMistaken(_ first: String, _ second: String) async throws {
    upstream.stub(.everything) { request in .text(request.url.query(percentEncoded: true) ?? "") }
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      for query in [first, second] { _ = try body(of: "https://h/a?\(query)", "", over: recorder) }
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      expectEqual(try body(of: "https://h/a?\(second)", "", over: replay), "body \(second)")
      expectEqual(try body(of: "https://h/a?\(first)", "", over: replay), "body \(first)")
    }
  }

  @Test(arguments: [
    ("{\"id\":18446744073709551614}", "{\"id\":18446744073709551615}"),
    ("[[1e30]]", "[[1000000000000000019884624838657]]"), ("[0.1]", "[0.1000000000000000055]"),
    ("[0.1000000000000000055]", "[0.1000000000000000056]"), ("[1e-400]", "[0]"),
    ("[9007199254740993]", "[9007199254740992.0]"), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#),
  ])
  func bodiesThatDifferAreNotMistaken(_ first: String, _ second: String) async throws {
    upstream.stub(.everything) { request in .data(request.body) }
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      for content in [first, second] { _ = try body(of: "https://h/a", content, over: recorder) }
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      expectEqual(try body(of: "https://h/a", second, over: replay), "body \(second)")
      expectEqual(try body(of: "https://h/a", first, over: replay), "body \(first)")
    }
  }

  @Test(arguments: [
    ("bücher.example", "xn--bcher-kva.example"), ("[2001:db8:0::1]", "[2001:DB8::1]"), ("h.", "h"),
  ])
  func theSpellingOfAHostDoesNotMatter(_ first: String, _ second: String) async throws {
    upstream.stub(.everything, with: .text("ok"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      _ = try body(of: "https://\(first)/a", "", over: recorder)
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      expectEqual(try body(of: "https://\(second)/a", "", over: replay), "body ok")
    }
  }

  @Test(arguments: [
    ("[1]", "[1.0]"), ("[1e2]", "[100]"), (#"{"a":{"b":[-3]}}"#, #"{"a":{"b":[-3.00]}}"#), ("[-0]", "[0]"),
    ("[-0.0]", "[0]"), ("[0.0]", "[-0.0]"), ("[9007199254740992]", "[9007199254740992.0]"),
  ])
  func theSpellingOfANumberDoesNotMatter(_ first: String, _ second: String) async throws {
    upstream.stub(.everything, with: .text("ok"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      _ = try body(of: "https://h/a", first, over: recorder)
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      expectEqual(try body(of: "https://h/a", second, over: replay), "body ok")
    }
  }

  @Test func theSpellingOfALongNumberDoesNotMatter() async throws {
    upstream.stub(.everything, with: .text("ok"))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      _ = try body(of: "https://h/a", #"{"a":[1000000000000000055e-19],"b":1}"#, over: recorder)
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      let other = #"{ "b": 1, "a": [ 0.10000000000000000550 ] }"#
      expectEqual(try body(of: "https://h/a", other, over: replay), "body ok")
    }
  }

  @Test func aLargeNumberBesideASecretIsReplayedExactly() async throws {
    let answer = #"{ "token": "s3cret-t0ken", "id": 18446744073709551615 }"#
    upstream.stub(.everything, with: .json(answer))
    try await CassetteFixtures.inFolder { file in
      let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
      let asked = #"{ "password": "first", "id": 18446744073709551614 }"#
      _ = try body(of: "https://h/a", asked, over: recorder)
      try recorder.save()
      let replay = RecordingTransport(upstream, cassette: file)
      let again = asked.replacing("first", with: "second")
      let replayed = try body(of: "https://h/a", again, over: replay)
      #expect(replayed.contains("18446744073709551615"))
      #expect(!replayed.contains("s3cret-t0ken"))
    }
  }
}
