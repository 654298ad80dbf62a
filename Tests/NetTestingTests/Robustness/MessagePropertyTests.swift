import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Parsing multipart forms, raw responses and cassettes gives the same valid result wherever the bytes are in memory.
///
/// Each parser gets a hundred thousand inputs, the same in every run.
@Suite(.heavy) struct MessagePropertyTests {
  private func report(_ part: Int, _ round: Int, _ bytes: [UInt8], _ what: Any) -> String {
    "part \(part), round \(round), \(String(decoding: bytes, as: UTF8.self).debugDescription): \(what)"
  }

  @Test(arguments: 0..<Mutations.parts) func multipartParsingDoesNotDependOnTheBuffer(part: Int) throws {
    try Mutations.check(seed: 1_100 + UInt64(part)) { mutations, failures in
      var request = RecordedRequest(
        method: .post, url: try #require(URL(string: "https://example.com/")),
        headers: ["Content-Type": "multipart/form-data; boundary=b"])
      let forms = [
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b--\r\n",
        "p\r\n--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\\\"é\"\r\nContent-Type: A/B;c=d\r\n\r\n\r\n\r\n--b--",
      ].bytes
      let tokens = ["\r\n", "--", "--b", "\r\n--b", "\r\n\r\n", ":", "; name=", "\"", "\\", "=", "%22"].bytes
      for round in 0..<Mutations.rounds {
        let bytes = mutations.mutated(forms, tokens: tokens)
        request.body = Data(bytes)
        let whole = MultipartReader.parts(of: request)
        request.body = mutations.slice(of: bytes)
        let slice = MultipartReader.parts(of: request)
        var isRight = false
        if let whole, let slice, whole.count <= bytes.count / 3 {
          isRight = whole.elementsEqual(slice) { $0.headers == $1.headers && $0.data == $1.data }
        }
        if !isRight { failures.append(report(part, round, bytes, [whole, slice])) }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func rawResponseParsingDoesNotDependOnTheBuffer(part: Int) {
    Mutations.check(seed: 1_200 + UInt64(part)) { mutations, failures in
      let texts = [
        "HTTP/1.1 200 OK\r\nA: b\r\nA:  c \r\n\r\nbody", "HTTP/2 301\nLocation: /x\n\nHTTP/1.1 404 No\n\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 None\r\nContent-Length: 0\r\n\r\n",
      ].bytes
      let tokens = ["\r\n", "\n", ":", " ", "HTTP/", "200", "99", "1000", "\r\n\r\n", "é"].bytes
      for round in 0..<Mutations.rounds {
        let bytes = mutations.mutated(texts, tokens: tokens)
        let results = [Data(bytes), mutations.slice(of: bytes)].map { data in
          Result { () throws(StubMisuse) in
            var reader = RawResponseReader(data)
            return try reader.response()
          }
        }
        var isRight = false
        switch (results[0], results[1]) {
        case (.success(let one), .success(let other)):
          if case .response(let status, let headers, let body) = one.outcome,
            case .response(status, headers, body) = other.outcome
          {
            isRight = (200...999).contains(status) && body.count <= bytes.count
          }
        case (.failure(let one), .failure(let other)): isRight = "\(one)" == "\(other)"
        default: break
        }
        if !isRight { failures.append(report(part, round, bytes, results)) }
      }
    }
  }

  @Test(arguments: 0..<Mutations.parts) func cassetteParsingDoesNotDependOnTheBuffer(part: Int) {
    Mutations.check(seed: 1_300 + UInt64(part)) { mutations, failures in
      let files = [
        #"{"log":{"entries":[{"request":{"method":"GET","url":"https://h/a"},"response":{"status":200,"headers":[],"content":{}}}]}}"#,
        #"{"log":{"entries":[{"request":{"method":"PUT","url":"http://h"},"response":{"status":0,"_error":"e"}}]}}"#,
      ].bytes
      let tokens = ["null", "{}", "[]", "0", "-1", "\"\"", ",", "\\u0000", "\"", "1e308", "\u{feff}"].bytes
      for round in 0..<Mutations.rounds {
        let bytes = mutations.mutated(files, tokens: tokens)
        let results = [Data(bytes), mutations.slice(of: bytes)].map { data in
          Result { () throws(CassetteError) in try Cassette(parsing: data, file: "t.har") }
        }
        var isRight = false
        switch (results[0], results[1]) {
        case (.success(let one), .success(let other)): isRight = one == other
        case (.failure(let one), .failure(let other)): isRight = one == other
        default: break
        }
        if !isRight { failures.append(report(part, round, bytes, results)) }
      }
    }
  }
}
