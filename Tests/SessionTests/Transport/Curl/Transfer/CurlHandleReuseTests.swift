#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlHandleReuseTests {
    /// A server that sends these heads, one for each request, on any connection.
    private func server(_ heads: [String]) throws -> LoopbackServer {
      let rest = Locked(heads[...])
      return try LoopbackServer { _ in
        [.send((rest.update { $0.popFirst() } ?? "") + "Content-Length: 2\r\n\r\nok")]
      }
    }

    /// libcurl 7.83 to 8.0 appends such a line to the last field of the handle's previous response, which it has freed.
    @Test(arguments: [" ", "\t", " \t ", " \(String(repeating: "b", count: 20_000))"])
    func aFirstFieldThatBeginsWithASpaceEndsNoProcess(space: String) async throws {
      let usual = "HTTP/1.1 200 OK\r\nServer: one\r\nX-Long: \(String(repeating: "a", count: 100))\r\n"
      let folded = "HTTP/1.1 200 OK\r\n\(space)X-Folded: two\r\n"
      let server = try server([usual, folded, usual, folded, folded, usual])
      let session = try CurlSession.make()
      var bodies: [String?] = []
      for _ in 0..<6 { bodies.append(await session.get(try server.url()).response(.string).value) }
      expectEqual(bodies, ["ok", nil, "ok", nil, nil, "ok"])
    }

    /// libcurl passes on a line of more than 16 KiB in pieces.
    @Test func aPieceOfALongFirstFieldMayBeginWithASpace() async throws {
      let value = String(repeating: " b", count: 20_000)
      let head = "HTTP/1.1 200 OK\r\nX: a\(value)\r\n"
      let server = try server([head, head.replacing("X:", with: "XY:")])
      let session = try CurlSession.make()
      for name in ["X", "XY"] {
        let response = await session.get(try server.url()).response(.string)
        expectEqual(response.value, "ok")
        expectEqual(response.response?.headers[name], "a" + value)
      }
    }

    @Test(arguments: [
      ((7, 82, 0), true), ((7, 83, 0), false), ((7, 88, 1), false), ((8, 1, 0), false), ((8, 1, 1), true),
      ((8, 14, 1), true),
    ])
    func linesAreCheckedIfLibcurlWouldUseFreedFields(version: (Int, Int, Int), isSafe: Bool) throws {
      let version = CurlCapabilities.Version(version.0, version.1, version.2)
      let capabilities = CurlCapabilities(version: version, tlsBackend: nil, features: [])
      var options = TransportOptions()
      options.proxy = .none
      let direct = try CurlOptions(options, capabilities: capabilities)
      #expect(direct.keepsHandles && direct.checksLines == !isSafe)
      options.proxy = .environment
      let tunnelled = try CurlOptions(options, capabilities: capabilities)
      #expect(tunnelled.keepsHandles == isSafe && !tunnelled.checksLines)
    }

    @Test(arguments: [((7, 71, 1), true), ((7, 72, 0), false), ((7, 79, 1), false), ((7, 80, 0), true)])
    func handlesAreNotKeptIfRepetitionsAreCountedUnseen(version: (Int, Int, Int), isKept: Bool) throws {
      let capabilities = CurlCapabilities(
        version: .init(version.0, version.1, version.2), tlsBackend: nil, features: [])
      var options = TransportOptions()
      options.proxy = .none
      expectEqual(try CurlOptions(options, capabilities: capabilities).keepsHandles, isKept)
    }

    /// A pool for a version of libcurl, with handles of the one that this machine has.
    private func pool(_ version: CurlCapabilities.Version) throws -> CurlHandlePool {
      try #require(CurlCapabilities.current != nil)
      let capabilities = CurlCapabilities(version: version, tlsBackend: nil, features: [])
      return CurlHandlePool(options: try CurlOptions(TransportOptions(), capabilities: capabilities))
    }

    /// libcurl would take the next request for one that the server has refused.
    @Test func aHandleWhoseTransferFailedIsNotKept() throws {
      let pool = try pool(CurlCapabilities.Version(8, 14, 1))
      let (kept, failed) = (try pool.take(), try pool.take())
      failed.retire()
      pool.give(kept)
      pool.give(failed)
      #expect(try pool.take() === kept)
      #expect(try pool.take() !== failed)
    }

    @Test func aNewHandleTakesOverTheListOfFieldsOfTheLast() throws {
      let pool = try pool(CurlCapabilities.Version(7, 88, 1))
      let first = try pool.take()
      let fields = first.fields
      pool.give(first)
      let second = try pool.take()
      #expect(second !== first)
      #expect(second.fields === fields)
    }

    @Test func twoHandlesInUseHaveTheirOwnLists() throws {
      let pool = try pool(CurlCapabilities.Version(7, 88, 1))
      pool.give(try pool.take())
      let (first, second) = (try pool.take(), try pool.take())
      #expect(first.fields !== second.fields)
    }
  }
#endif
