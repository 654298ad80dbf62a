import Foundation
import Net

extension TransportContract {
  /// The laws by which bodies are sent and received completely.
  static let contentLaws: [Law] = [
    Law("method, path, query and headers arrive unchanged") { trial in
      trial.script.answer("/items/a b", with: .status(204))
      var components = URLComponents(url: trial.url("items/a b"), resolvingAgainstBaseURL: false)
      components?.percentEncodedQuery = "q=%26%C3%B6&empty=&flag"
      guard let url = components?.url else { throw ContractBreach("the URL could not be made") }
      let headers: HTTPHeaders = [
        HTTPField(name: "X-One", value: "1"), HTTPField(name: "X-Twice", value: "a"),
        HTTPField(name: "X-Twice", value: "b"),
      ]
      _ = try await trial.run(TransportRequest(method: .patch, url: url, headers: headers))
      let got = trial.script.requests.first
      try ContractBreach.unlessEqual(got?.method, .patch, "the method")
      try ContractBreach.unlessEqual(got?.url.absoluteString, url.absoluteString, "the URL")
      try ContractBreach.unlessEqual(got?.headers["X-One"], "1", "X-One")
      // Separate or joined, the fields mean the same to a server (RFC 9110 section 5.3).
      let twice = got?.headers.values(for: "X-Twice").joined(separator: ", ")
      try ContractBreach.unlessEqual(twice?.filter { $0 != " " }, "a,b", "X-Twice")
    },

    Law("request bodies of every size arrive complete") { trial in
      trial.script.answer("/upload", with: .status(204))
      for size in sizes {
        let body = pattern(size)
        let run = try await trial.run(
          trial.request(.post, "upload", headers: ["Content-Type": "text/x-contract"], body: body))
        try ContractBreach.unlessEqual(
          run.log.head?.status, 204, "the status of an upload of \(size.counted("byte"))")
        let got = trial.script.requests.last
        try ContractBreach.unless(
          got?.body == body, "sent \(size.counted("byte")), but \(got?.body.count ?? 0) arrived, or others")
        try ContractBreach.unlessEqual(got?.headers["Content-Type"], "text/x-contract", "the content type")
      }
    },

    Law("the count of sent bytes grows up to the size of the body") { trial in
      trial.script.answer("/progress", with: .status(204))
      let size = 1_000_000
      let run = try await trial.run(trial.request(.put, "progress", body: pattern(size)))
      let sent = run.log.sent
      try ContractBreach.unless(
        zip(sent, sent.dropFirst()).allSatisfy(<), "the count of sent bytes does not grow: \(sent)")
      if let last = sent.last {
        try ContractBreach.unlessEqual(last, Int64(size), "the last count of sent bytes")
      }
    },

    Law("response bodies of every size arrive complete") { trial in
      for size in sizes {
        trial.script.answer("/\(size)", with: .data(pattern(size)))
        let run = try await trial.run(trial.request(.get, "\(size)"))
        try ContractBreach.unless(
          run.log.body == pattern(size),
          "the response has \(size.counted("byte")), but \(run.log.body.count) arrived, or others")
        try ContractBreach.unlessEqual(
          run.log.events.last?.isFailure, false, "a failure at \(size.counted("byte"))")
      }
    },

    Law("a body of unknown length arrives chunk by chunk, and complete") { trial in
      let chunks = ["one", "two", "three"]
      trial.script.answer(
        "/stream", with: .stream(chunks.map { StubChunk(stringLiteral: $0) }, every: .seconds(1)))
      let run = trial.start(trial.request(.get, "stream"))
      for (number, chunk) in chunks.enumerated() {
        let body = Data(chunks[...number].joined().utf8)
        try await run.log.wait(for: "the chunk \(chunk) at its time") { _ in run.log.body == body }
        trial.script.clock.advance(by: .seconds(1))
      }
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
    },

    Law("an early error response to a request with a body is delivered") { trial in
      trial.script.answer("/refused", with: .text("too much").status(413))
      let run = try await trial.run(trial.request(.post, "refused", body: pattern(20_000)))
      try ContractBreach.unlessEqual(run.log.head?.status, 413, "the status")
      try ContractBreach.unlessEqual(run.log.body, Data("too much".utf8), "the body")
    },
  ]

  private static let sizes = [0, 1, 1023, 16_384, 16_385, 65_536, 1_000_003]

  /// This many bytes, in which no two adjacent blocks are equal.
  static func pattern(_ count: Int, seed: Int = 0) -> Data {
    // Eight bytes at a time: the last three bits of their indices are the only difference between them.
    let words = (0..<(count + 7) / 8).map { word in
      let index = word * 8
      let first = UInt8(truncatingIfNeeded: index ^ (index >> 8) ^ (index >> 13) ^ seed)
      return (UInt64(first) &* 0x0101_0101_0101_0101 ^ 0x0706_0504_0302_0100).littleEndian
    }
    // The bytes are copied during the closure.
    return unsafe words.withUnsafeBytes { unsafe Data($0.prefix(count)) }
  }
}

extension TransportEvent {
  var isFailure: Bool { if case .failed = self { true } else { false } }
}
