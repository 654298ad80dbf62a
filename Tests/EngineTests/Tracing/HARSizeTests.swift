import Foundation
import Net
import TestSupport
import Testing

/// The sizes and times of an HAR entry.
@Suite struct HARSizeTests {
  private func entry(_ change: (inout Trace.Attempt) -> Void) throws -> JSONValue {
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(1))
    var request = Trace.TracedRequest.fetched(1, "https://h.io/", start: 0)
    change(&request.attempts[0])
    trace.requests = [request]
    return try JSONValue(parsing: trace.har())["log"]["entries"][0]
  }

  /// A response with 43 bytes on the wire.
  private func response(_ coding: String, size: Int64, status: Int = 200) -> Trace.ResponseMessage {
    Trace.ResponseMessage(
      status: status,
      headers: [
        Trace.Field(name: "Content-Encoding", value: coding),
        Trace.Field(name: "Content-Length", value: "43"),
      ], bodySize: size, body: Trace.Body(data: Data("x".utf8), isCut: true))
  }

  private func sizes(_ change: (inout Trace.Attempt) -> Void) throws -> [JSONValue] {
    let response = try entry(change)["response"]
    return [response["bodySize"], response["content"]["size"], response["content"]["compression"]]
  }

  @Test func aCompleteBodyThatWasDecodedHasItsAnnouncedLength() throws {
    expectEqual(try sizes { $0.response = response("gzip", size: 787) }, [43, 787, 744])
  }

  @Test(arguments: ["cancelled", "the connection was lost"])
  func aDecodedBodyThatIsCutHasNoKnownLength(_ error: String) throws {
    let sizes = try sizes {
      $0.response = response("gzip", size: 30)
      $0.error = error
    }
    expectEqual(sizes, [-1, 30, .null])
  }

  @Test(arguments: ["identity", "foo"])
  func aBodyThatIsDeliveredAsItIsHasTheNumberOfItsBytes(_ coding: String) throws {
    let sizes = try sizes {
      $0.response = response(coding, size: 30)
      $0.error = "cancelled"
    }
    expectEqual(sizes, [30, 30, .null])
  }

  @Test func theResponseToHEADHasNoBytes() throws {
    let sizes = try sizes {
      $0.request.method = "HEAD"
      $0.response = response("gzip", size: 0)
    }
    #expect(sizes[0] == 0 && sizes[1] == 0)
  }

  @Test(arguments: [204, 304])
  func aStatusWithoutABodyHasNoBytes(_ status: Int) throws {
    let sizes = try sizes { $0.response = response("gzip", size: 0, status: status) }
    #expect(sizes[0] == 0 && sizes[1] == 0)
  }

  /// HAR 1.2: the time "must be equal to the sum of the timings".
  @Test func theTimeIsTheSumOfWhatIsWritten() throws {
    let kinds: [Trace.Phase.Kind] = [
      .nameLookup, .connect, .secureConnection, .sending, .waiting, .receiving,
    ]
    let entry = try entry { attempt in
      attempt.phases = kinds.map { Trace.Phase($0, start: .zero, duration: .nanoseconds(100_141_900)) }
    }
    let timings = entry["timings"]
    let sum = ["dns", "connect", "send", "wait", "receive"].reduce(0) { $0 + (timings[$1].double ?? -1) }
    expectEqual(((entry["time"].double ?? 0) * 1_000).rounded(), (sum * 1_000).rounded())
    expectEqual(timings["wait"], 100.141)
  }
}
