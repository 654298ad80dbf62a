#if os(Linux)
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// Encoded bodies over real connections.
  @Suite(.netTesting) struct CurlDecodingTests {
    private let session: NetworkSession

    init() throws { session = try CurlSession.make() }

    /// A server that responds with these bytes as the body.
    private func server(
      _ encoding: String, _ body: [UInt8], status: String = "200 OK", fields: [String] = []
    ) throws -> LoopbackServer {
      let head =
        ["HTTP/1.1 \(status)", "Content-Encoding: \(encoding)"] + fields + [
          "Content-Length: \(body.count)", "", "",
        ]
      let bytes = Data(head.joined(separator: "\r\n").utf8) + body
      return try LoopbackServer { request in
        [.send(request.line.hasPrefix("HEAD") ? bytes.dropLast(body.count) : bytes)]
      }
    }

    private func gzip(_ text: String) throws -> [UInt8] { try Data(text.utf8).deflated(.gzip) }

    @Test(arguments: ["gzip", "x-gzip"]) func aGzipBodyIsDecoded(encoding: String) async throws {
      let server = try server(encoding, try gzip("one, ") + gzip("two"))
      let response = await session.get(try server.url()).response(.string)
      expectEqual(response.value, "one, two")
      expectEqual(response.response?.headers["Content-Encoding"], encoding)
    }

    @Test func bothFormsOfDeflateAreDecoded() async throws {
      for format in [ZlibFormat.zlib, .raw()] {
        let server = try server("deflate", try Data("hello".utf8).deflated(format))
        expectEqual(await session.get(try server.url()).response(.string).value, "hello")
      }
    }

    @Test func bytesAfterAGzipBodyAreIgnored() async throws {
      let server = try server("gzip", try gzip("hello") + Array("more".utf8))
      expectEqual(await session.get(try server.url()).response(.string).value, "hello")
    }

    @Test(arguments: ["utf-8", "binary", "aws-chunked", "gzip, aws-chunked"])
    func aBodyWithAnUnknownEncodingIsDeliveredUnchanged(encoding: String) async throws {
      let server = try server(encoding, Array("as it is".utf8))
      expectEqual(await session.get(try server.url()).response(.string).value, "as it is")
    }

    @Test func theErrorOfATruncatedBodyKeepsTheReceivedBytes() async throws {
      let server = try server("gzip", try gzip("hello").dropLast(6))
      let response = await session.get(try server.url()).response(.string)
      expectEqual(response.error?.reason, .transport(.body))
      let cause = response.error?.underlyingError as? ContentDecodingError
      expectEqual(cause, ContentDecodingError(coding: "gzip", reason: .truncated))
      expectEqual(response.error?.data, Data("hello".utf8))
      expectEqual(response.error?.response?.status, 200)
    }

    @Test func theErrorOfAnInvalidBodyNamesTheSolution() async throws {
      let server = try server("gzip", Array(#"{"id": 1}"#.utf8))
      let error = await session.get(try server.url()).response(.string).error
      expectEqual(error?.reason, .transport(.body))
      expectEqual(error.map { "\($0)" }?.contains("not valid gzip: incorrect header check"), true)
      expectEqual(error.map { "\($0)" }?.contains("Accept-Encoding: identity"), true)
    }

    @Test(arguments: ["204 No Content", "304 Not Modified"])
    func aResponseWithoutABodyIsNotTruncated(status: String) async throws {
      let server = try LoopbackServer { _ in
        [.send("HTTP/1.1 \(status)\r\nContent-Encoding: gzip\r\n\r\n")]
      }
      let response = await session.get(try server.url()).validate(statusCode: [204, 304]).response(.data)
      expectNil(response.error)
    }

    @Test func aHeadRequestAndAnEmptyBodyAreNotTruncated() async throws {
      let full = try server("gzip", try gzip("hello"))
      expectEqual(await session.head(try full.url()).response(.data).value, Data())
      let empty = try server("gzip", [])
      expectEqual(await session.get(try empty.url()).response(.data).value, Data())
    }

    @Test func aPartMayEndWithinTheEncodedData() async throws {
      let server = try server(
        "gzip", try gzip("hello").dropLast(4), status: "206 Partial Content",
        fields: ["Content-Range: bytes 0-20/25"])
      let request = session.get(try server.url(), headers: ["Range": "bytes=0-20"])
      expectEqual(await request.response(.string).value, "hello")
    }

    @Test func theSizeLimitCountsDecodedBytes() async throws {
      let body = try Data(count: 4 << 20).deflated(.gzip)
      #expect(body.count < 1 << 17)
      let server = try server("gzip", body)
      let response = await session.get(try server.url()).maximumBodySize(1 << 17).response(.data)
      expectEqual(response.error?.reason, .transfer(.bodyTooLarge(limit: 1 << 17)))
      expectEqual(response.error?.data?.count, 1 << 17)
    }

    /// The whole encoded body fits into one read of the connection.
    @Test func aPausedReceiverHoldsBackTheRestOfABomb() async throws {
      let size = 16 << 20
      let server = try server("gzip", try Data(count: size).deflated(.gzip, level: 9))
      let transport = try CurlTransport()
      let task = Locked<(any TransportTask)?>(nil)
      let received = Locked(0)
      let firstChunk = AsyncStream.makeStream(of: Void.self)
      let log = EventLog { event in
        guard case .body(let chunk) = event else { return }
        let isFirst = received.update { count in
          count += chunk.count
          return count == chunk.count
        }
        guard isFirst else { return }
        task.value?.pause()
        firstChunk.continuation.finish()
      }
      let made = transport.task(for: TransportRequest(url: try server.url()), receiver: log)
      task.update { $0 = made }
      made.resume()
      for await _ in firstChunk.stream {}
      // Other requests pass through the same loop meanwhile.
      for _ in 1...20 { _ = await EventLog.of(transport, try server.url("/other"), method: .head) }
      #expect(received.value <= ContentDecoder.chunkSize)
      made.proceed()
      await log.end()
      expectEqual(received.value, size)
      expectEqual(log.summary, ["head 200", "body", "finished"])
      task.update { $0 = nil }
    }

    @Test func cancellingWhileDecodedChunksWaitEndsTheTask() async throws {
      let server = try server("gzip", try Data(count: 16 << 20).deflated(.gzip, level: 9))
      let transport = try CurlTransport()
      let task = Locked<(any TransportTask)?>(nil)
      let firstChunk = AsyncStream.makeStream(of: Void.self)
      let log = EventLog { event in
        guard case .body = event else { return }
        task.value?.pause()
        firstChunk.continuation.finish()
      }
      let made = transport.task(for: TransportRequest(url: try server.url()), receiver: log)
      task.update { $0 = made }
      made.resume()
      for await _ in firstChunk.stream {}
      for _ in 1...20 { _ = await EventLog.of(transport, try server.url("/other"), method: .head) }
      made.cancel()
      await log.end()
      expectEqual(log.summary.last, "cancelled")
      task.update { $0 = nil }
    }

    @Test func tasksThatAreCancelledAtAnyChunkEndOnce() async throws {
      let server = try server("gzip", try Data(count: 2 << 20).deflated(.gzip, level: 9))
      let transport = try CurlTransport()
      let url = try server.url()
      let summaries = await withTaskGroup(of: [String].self) { group in
        for number in 0..<64 {
          group.addTask {
            let task = Locked<(any TransportTask)?>(nil)
            let chunks = Locked(0)
            let log = EventLog { event in
              guard case .body = event,
                chunks.update({
                  $0 += 1; return $0
                }) == number % 40
              else { return }
              task.value?.cancel()
            }
            let made = transport.task(for: TransportRequest(url: url), receiver: log)
            task.update { $0 = made }
            made.resume()
            await log.end()
            task.update { $0 = nil }
            return log.summary
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      expectEqual(summaries.count, 64)
      // The body has 32 chunks, so those that wait for a later one complete.
      #expect(summaries.filter { $0.last == "cancelled" }.count > 40)
      #expect(summaries.allSatisfy { ["cancelled", "finished"].contains($0.last) })
      #expect(summaries.allSatisfy { $0.filter { ["cancelled", "finished"].contains($0) }.count == 1 })
    }
  }

  extension EventLog {
    fileprivate static func of(
      _ transport: some Transport, _ url: URL, method: HTTPMethod = .get
    ) async -> EventLog {
      let log = EventLog()
      transport.task(for: TransportRequest(method: method, url: url), receiver: log).resume()
      await log.end()
      return log
    }
  }
#endif
