import Foundation
import TestSupport
import Testing

@testable import Net

/// The file of a download that cannot be read is not an empty body.
@Suite struct UnreadableFileTests {
  private let outcome: ExchangeOutcome

  init() throws {
    let url = try #require(URL(string: "https://a.test/film"))
    var received = ReceivedResponse(
      request: TransportRequest(url: url), head: ResponseHead(status: 200), data: Data())
    received.fileURL = URL(filePath: "/nowhere/film")
    outcome = ExchangeOutcome(.success(received))
  }

  @Test func serializersFail() {
    let failures: [NetworkError?] = [
      outcome.value(by: StringSerializer()).failure, outcome.value(by: DataSerializer()).failure,
      outcome.value(by: OptionalDataSerializer()).failure, outcome.value(by: LinesSerializer()).failure,
      outcome.value(by: DecodableSerializer<Int?>()).failure,
    ]
    for failure in failures {
      #expect(failure?.reason == .serialization("the downloaded file could not be read: /nowhere/film"))
      #expect(failure?.underlyingError != nil)
    }
  }

  @Test func serializersThatIgnoreTheBodySucceed() {
    #expect(outcome.value(by: VoidSerializer()).failure == nil)
    #expect(outcome.value(by: FileURLSerializer()).failure == nil)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
