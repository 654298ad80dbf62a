import Foundation
import Net
import XCTest

@testable import NetTesting

/// Bodies of 256 MiB.
///
/// XCTest runs one test at a time, so the memory of the process is that of the test.
final class MockServerBigBodyTests: XCTestCase {
  private let block = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
  private let blocks = 256
  /// A tenth of the body: far more than buffers need, and far less than keeping the body would.
  private let allowance = 26 << 20

  func testALargeBodyIsSentInConstantMemory() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    for _ in 0..<blocks { try handle.write(contentsOf: block) }
    try handle.close()
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let before = try privateMemory()
    fixture.server.stub(.everything, with: .file(file))
    let client = try fixture.client()
    try client.get("/")
    XCTAssertTrue(try client.receive(until: "\r\n\r\n").contains("Content-Length: \(blocks << 20)\r\n"))
    var most = before
    for number in 0..<blocks {
      XCTAssertTrue(try client.receive(count: block.count) == block, "block \(number)")
      most = max(most, try privateMemory())
    }
    XCTAssertLessThan(most - before, allowance)
  }

  func testALargeBodyIsReceivedInConstantMemory() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .status(201))
    let before = try privateMemory()
    let client = try fixture.client()
    try client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(blocks << 20)\r\n\r\n")
    var most = before
    for _ in 0..<blocks {
      try client.send(block)
      most = max(most, try privateMemory())
    }
    XCTAssertEqual(try client.receive().status, 201)
    let body = try XCTUnwrap(fixture.server.requests.first).body
    XCTAssertEqual(body.count, blocks << 20)
    for start in stride(from: 0, to: body.count, by: block.count) {
      XCTAssertTrue(body[start..<start + block.count] == block)
    }
    most = max(most, try privateMemory())
    XCTAssertLessThan(most - before, allowance)
  }

  /// The private memory of this process, in bytes.
  private func privateMemory() throws -> Int {
    #if os(Linux)
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return try (XCTUnwrap(Int(fields[1])) - XCTUnwrap(Int(fields[2]))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      // On other platforms only the bytes are checked.
      return 0
    #endif
  }
}
