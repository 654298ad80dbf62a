#if os(Linux)
  import Dispatch
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// A slow side makes the other side wait and does not use memory.
  ///
  /// Each test runs in a separate process, to measure only its own memory.
  @Suite struct CurlBackPressureTests {
    @Test func aFloodToASlowReaderUsesLessThan16MiB() async {
      await #expect(processExitsWith: .success) {
        let flood = Flood(mebibytes: 200)
        let server = try LoopbackServer { request in
          request.path == "/flood" ? flood.steps : [.respond("200 OK", body: "hello")]
        }
        let transport = try CurlTransport()
        let other = try server.url("/other")
        // Warms up connections, buffers and lazily loaded code.
        for _ in 0..<20 { await Self.roundTrip(transport, other) }
        let memory = MemoryWatch()

        let received = Locked(0)
        let task = Locked<(any TransportTask)?>(nil)
        let pauses = AsyncStream.makeStream(of: Void.self)
        let log = CountingReceiver { chunk in
          let count = chunk.count
          let total = received.update { total in
            total += count
            return total
          }
          memory.look()
          // Pauses every 16 MiB.
          guard total >> 24 != (total - count) >> 24 else { return }
          task.value?.pause()
          pauses.continuation.yield()
        }
        let made = transport.task(for: TransportRequest(url: try server.url("/flood")), receiver: log)
        task.update { $0 = made }
        made.resume()
        log.onEnd { pauses.continuation.finish() }
        for await _ in pauses.stream {
          // Gives the flood time to arrive.
          for _ in 0..<50 {
            await Self.roundTrip(transport, other)
            memory.look()
          }
          let ahead = flood.sent - received.value - Self.systemBuffers
          try #require(ahead < 16 << 20, "\(ahead >> 20) MiB were read while the reader was paused")
          task.value?.proceed()
        }
        task.update { $0 = nil }
        try #require(log.isFinished)
        try #require(received.value == 200 << 20)
        try #require(memory.growth < 16 << 20, "the memory grew by \(memory.growth >> 20) MiB")
      }
    }

    @Test func aRequestBodyIsReadNoFasterThanTheServerReadsIt() async {
      await #expect(processExitsWith: .success) {
        let count = 200 << 20
        let goesOn = DispatchSemaphore(value: 0)
        let check = PatternCheck()
        let isFirst = Locked(true)
        let consume: @Sendable (Data) -> Void = { chunk in
          check.take(chunk)
          let waits = isFirst.update { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          if waits { _ = goesOn.wait(timeout: .patience) }
        }
        let server = try LoopbackServer(consume: consume) { _ in [.respond("200 OK")] }
        let transport = try CurlTransport()
        let other = try server.url("/other")
        for _ in 0..<20 { await Self.roundTrip(transport, other) }
        let memory = MemoryWatch()
        let read = Locked(0)
        let body = BodyStream(count: Int64(count)) {
          PatternReader(count: count) { offset in
            read.update { $0 = offset }
            memory.look()
          }
        }
        let log = CountingReceiver()
        transport.task(
          for: TransportRequest(method: .put, url: try server.url("/up"), body: .stream(body)), receiver: log
        ).resume()
        for _ in 0..<100 { await Self.roundTrip(transport, other) }
        try #require(
          read.value < 16 << 20, "\(read.value >> 20) MiB were read before the server accepted them")
        goesOn.signal()
        await log.end()
        try #require(log.isFinished)
        try #require(check.count == count)
        try #require(check.mismatch == nil)
        try #require(memory.growth < 16 << 20, "the memory grew by \(memory.growth >> 20) MiB")
      }
    }

    /// The most that the system keeps for the two ends of a connection, which no transport has read.
    private static var systemBuffers: Int {
      ["rmem", "wmem"].map { name in
        let sizes = (try? String(contentsOfFile: "/proc/sys/net/ipv4/tcp_\(name)", encoding: .utf8)) ?? ""
        return sizes.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
      }.reduce(0, +)
    }

    private static func roundTrip(_ transport: CurlTransport, _ url: URL) async {
      let log = CountingReceiver()
      transport.task(for: TransportRequest(url: url), receiver: log).resume()
      await log.end()
    }
  }

  /// A response of this many mebibytes that is not held in memory, and the bytes of it that were sent.
  private final class Flood: Sendable {
    private let mebibytes: Int
    private let count = Locked(0)

    init(mebibytes: Int) { self.mebibytes = mebibytes }

    var sent: Int { count.value }

    var steps: [WireStep] {
      let block = Data(repeating: 0x78, count: 1 << 16)
      let head = WireStep.send("HTTP/1.1 200 OK\r\nContent-Length: \(mebibytes << 20)\r\n\r\n")
      return [head]
        + (0..<mebibytes << 4).flatMap { _ in
          [.send(block), .run { self.count.update { $0 += block.count } }]
        }
    }
  }

  /// The maximum growth of this process's memory since the start.
  private final class MemoryWatch: Sendable {
    private let before = MemoryWatch.resident
    private let most = Locked(0)

    var growth: Int { max(0, most.value - before) }

    func look() {
      let now = Self.resident
      most.update { $0 = max($0, now) }
    }

    private static var resident: Int {
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return (pages ?? 0) * 4096
    }
  }
#endif
