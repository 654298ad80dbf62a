import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Bodies that are too large for the memory of this process.
@Suite struct BodySizeOverSocketsTests {
  static let limit = 4 << 20

  private static func session(isFoundation: Bool) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.maximumBodySize = limit
    return NetworkSession(
      configuration: configuration,
      transport: isFoundation ? URLSessionTransport() : PlatformTransport.standard())
  }

  /// 100 MiB of zeros in 660 KB of gzip without the end of the stream: the client must stop before that.
  static func bomb() -> [WireStep] {
    // A gzip header (RFC 1952 section 2.3), then a block of fixed codes (RFC 1951 section 3.2.6) with a
    // zero and a first copy of 258 bytes at distance 1. They fill three bytes, and eight copies fill 13
    // more.
    var bytes: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    let copy = "1100010100000"
    bytes += packed("110" + "00110000" + copy)
    let copies = packed(String(repeating: copy, count: 8))
    for _ in 0..<(100 << 20) / (258 * 8) { bytes += copies }
    return [.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"), .send(Data(bytes))]
  }

  /// Packs the bits in the order of the stream, starting with the lowest bit of each byte.
  private static func packed(_ bits: String) -> [UInt8] {
    let bits = Array(bits.utf8)
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] == UInt8(ascii: "1") ? 1 << $1 : 0) }
    }
  }

  /// 8 MiB of a body that does not end.
  private static let endless: [WireStep] =
    [.send("HTTP/1.1 200 OK\r\n\r\n")]
    + (0..<128).map { _ in .send(Data(repeating: 0x78, count: 1 << 16)) }

  @Test(arguments: [false, true]) func anEndlessBodyFailsAndClosesItsConnection(isFoundation: Bool)
    async throws
  {
    let closed = Captured<Void>()
    let server = try LoopbackServer { _ in Self.endless + [.awaitClose { closed.set(()) }] }
    let error = await Self.session(isFoundation: isFoundation).get(try server.url()).response(.data).error
    expectEqual(error?.reason, .transfer(.bodyTooLarge(limit: Self.limit)))
    expectEqual(error?.data?.count, Self.limit)
    expectEqual(error?.response?.status, 200)
    await closed.next(within: .patience)
    expectEqual(closed.values.count, 1)
  }

  @Test(arguments: [false, true]) func theDecodedSizeIsLimited(isFoundation: Bool) async throws {
    let server = try LoopbackServer { _ in Self.bomb() + [.awaitClose {}] }
    let error = await Self.session(isFoundation: isFoundation).get(try server.url()).response(.data).error
    expectEqual(error?.reason, .transfer(.bodyTooLarge(limit: Self.limit)))
    expectEqual(error?.data, Data(count: Self.limit))
  }

  @Test(arguments: [false, true]) func aContentLengthOverTheLimitFailsAtOnce(isFoundation: Bool) async throws
  {
    let closed = Captured<Void>()
    let server = try LoopbackServer { _ in
      [
        .send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.limit + 1)\r\n\r\nx"),
        .awaitClose { closed.set(()) },
      ]
    }
    let error = await Self.session(isFoundation: isFoundation).get(try server.url()).response(.data).error
    expectEqual(error?.reason, .transfer(.bodyTooLarge(limit: Self.limit)))
    await closed.next(within: .patience)
    expectEqual(closed.values.count, 1)
  }

  @Test func aDataTaskOfATransportHasTheDefaultLimit() throws {
    let transport = ScriptedTransport()
    let outcomes = Locked<[(count: Int?, reason: NetworkError.Reason?)]>([])
    let url = try #require(URL(string: "https://example.com/"))
    let task = transport.dataTask(with: url) { data, _, error in
      outcomes.update { $0.append((data?.count, (error as? NetworkError)?.reason)) }
    }
    task.resume()
    let made = try #require(transport.tasks.first)
    made.begin()
    let chunk = Data(count: 64 << 20)
    for _ in 0..<4 { made.send(.body(chunk)) }
    expectTrue(outcomes.value.isEmpty)
    made.send(.body(Data(count: 1)))
    expectEqual(outcomes.value.map(\.count), [256 << 20])
    expectEqual(outcomes.value.map(\.reason), [.transfer(.bodyTooLarge(limit: 256 << 20))])
    expectTrue(made.isCancelled)
  }

  #if os(Linux)
    @Test func aCompressionBombUsesNoMoreMemoryThanTheLimit() async {
      await #expect(processExitsWith: .success) {
        let server = try LoopbackServer { request in
          request.path == "/bomb" ? Self.bomb() + [.awaitClose {}] : [.respond("200 OK", body: "hello")]
        }
        let session = Self.session(isFoundation: false)
        for _ in 0..<5 { _ = try await session.get(try server.url("/warm")).data() }
        let before = ProcessFigures.resident
        for _ in 0..<4 {
          let error = await session.get(try server.url("/bomb")).response(.data).error
          try #require(error?.reason == .transfer(.bodyTooLarge(limit: Self.limit)))
        }
        let growth = ProcessFigures.resident - before
        try #require(growth < 32 << 20, "the memory grew by \(growth >> 20) MiB")
      }
    }
  #endif
}
