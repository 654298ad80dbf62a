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
    let failures = [
      failure(by: StringSerializer()), failure(by: DataSerializer()), failure(by: OptionalDataSerializer()),
      failure(by: LinesSerializer()), failure(by: DecodableSerializer<Int?>()),
    ]
    for failure in failures {
      expectEqual(failure?.reason, .serialization("the downloaded file could not be read: /nowhere/film"))
      expectNotNil(failure?.underlyingError)
    }
  }

  @Test func serializersThatIgnoreTheBodySucceed() {
    expectNil(failure(by: VoidSerializer()))
    expectNil(failure(by: FileURLSerializer()))
  }

  private func failure(by serializer: some ResponseSerializer) -> NetworkError? {
    do throws(NetworkError) {
      _ = try outcome.value(by: serializer)
      return nil
    } catch {
      return error
    }
  }
}
