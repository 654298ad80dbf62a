import Foundation
import TestSupport
import Testing

@testable import Net

/// The file of a download that cannot be read is not an empty body.
@Suite struct UnreadableFileTests {
  private let outcome: ReceivedOutcome

  init() throws {
    let url = try #require(URL(string: "https://a.test/film"))
    var received = ReceivedResponse(
      request: TransportRequest(url: url), head: ResponseHead(status: 200), data: Data())
    received.fileURL = URL(filePath: "/nowhere/film")
    outcome = ReceivedOutcome(received)
  }

  @Test func serializersFail() {
    let failures: [NetworkError?] = [
      outcome.result(of: StringSerializer()).failure, outcome.result(of: DataSerializer()).failure,
      outcome.result(of: OptionalDataSerializer()).failure, outcome.result(of: LinesSerializer()).failure,
      outcome.result(of: DecodableSerializer<Int?>()).failure,
    ]
    for failure in failures {
      #expect(failure?.reason == .serialization("the downloaded file could not be read: /nowhere/film"))
      #expect(failure?.underlyingError != nil)
    }
  }

  @Test func serializersThatIgnoreTheBodySucceed() {
    #expect(outcome.result(of: VoidSerializer()).failure == nil)
    #expect(outcome.result(of: FileURLSerializer()).failure == nil)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
