import Foundation
import Net

@testable import NetTesting

/// Runs a parser over input that arrives in chunks, and returns what it parsed, with the chunks of a body joined.
enum ParserTrial {
  enum Event: Equatable {
    case head(ParsedRequest, hasBody: Bool, expectsContinue: Bool)
    case body(Data)
    case end(trailers: HTTPHeaders)
    case failure(ParseFailure)
  }

  static func events(_ pieces: [[UInt8]], limits: ServerLimits = ServerLimits()) -> [Event] {
    var parser = RequestParser(limits: limits)
    var events: [Event] = []
    for piece in pieces {
      parser.append(piece[...])
      while let event = parser.next() { add(event, to: &events) }
    }
    return events
  }

  private static func add(_ event: RequestParser.Part, to events: inout [Event]) {
    switch event {
    case .head(let request, let hasBody, let expectsContinue):
      events.append(.head(request, hasBody: hasBody, expectsContinue: expectsContinue))
    case .body(let data):
      if case .body(let start)? = events.last {
        events[events.count - 1] = .body(start + data)
      } else {
        events.append(.body(data))
      }
    case .end(let trailers): events.append(.end(trailers: trailers))
    case .failure(let failure): events.append(.failure(failure))
    }
  }

  /// One request of each kind.
  static let kinds = [
    "\r\nGET /a?b=c HTTP/1.1\r\nHost: x\r\nX-Two: 1\r\nx-two:  2 \r\n\r\n",
    "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
    "PUT /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
      + "5;ext=1\r\nhello\r\n00B\r\n, you there\r\n" + "0\r\nTrailer: x\r\n\r\n",
    "OPTIONS * HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
  ]

  /// One request of each kind, joined.
  static let everyKind = kinds.joined()
}
