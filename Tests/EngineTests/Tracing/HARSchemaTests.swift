import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A HAR file of a trace is valid by the schema.
@Suite struct HARSchemaTests {
  private func problems(_ trace: Trace) throws -> [String] {
    HARSchema.file.problems(of: try JSONValue(parsing: trace.har()))
  }

  @Test func everyOutcomeIsValid() throws { expectEqual(try problems(.sample), []) }

  @Test func anEmptyTraceIsValid() throws {
    expectEqual(try problems(Trace(start: Date(timeIntervalSince1970: 0))), [])
  }

  @Test func cookiesBodiesAndAUnixDomainSocketAreValid() throws {
    var trace = Trace.sample
    trace.requests[0].attempts[0].connection = Trace.Connection(address: "", port: 0, isReused: false)
    trace.requests[0].attempts[0].request.headers += [
      Trace.Field(name: "Cookie", value: "a=1; b"),
      Trace.Field(name: "Content-Type", value: "application/x-www-form-urlencoded"),
    ]
    trace.requests[0].attempts[0].request.body = Trace.Body(data: Data("a=1&b=2+3".utf8))
    trace.requests[0].attempts[0].response?.headers += [
      Trace.Field(name: "Set-Cookie", value: "a=1; Path=/; Secure; HttpOnly; Domain=h.io; Max-Age=1"),
      Trace.Field(name: "Content-Encoding", value: "gzip"),
      Trace.Field(name: "Content-Length", value: "9000"),
    ]
    trace.requests[0].attempts[0].response?.body = Trace.Body(data: Data([0xff, 0xfe]), isCut: true)
    trace.requests[1].attempts[0].connection = Trace.Connection(address: "::1", port: 80, isReused: true)
    expectEqual(try problems(trace), [])
  }

  @Test func theSchemaRejectsInvalidFiles() throws {
    var file = try JSONValue(parsing: Trace.sample.har())
    file["log"]["entries"][0]["time"] = -1
    file["log"]["entries"][0]["request"]["method"] = 1
    file["log"]["entries"][0]["startedDateTime"] = "yesterday"
    file["log"]["entries"][0]["timing"] = [:]
    file["log"]["version"] = .null
    expectEqual(
      HARSchema.file.problems(of: file).sorted(),
      [
        ".log.entries[0].request.method is not a string", ".log.entries[0].startedDateTime is not a date",
        ".log.entries[0].time is -1.0", ".log.entries[0].timing is unknown", ".log.version is not a string",
      ])
  }
}
