#if os(Linux)
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlPlacementTests {
    private var placement = CurlPlacement(limit: 3)

    private mutating func place(_ count: Int, origin: String? = nil) -> [Int] {
      (0..<count).map { _ in
        let loop = placement.place(origin: origin)
        if placement.opens() { placement.opened() }
        return loop
      }
    }

    @Test mutating func fewRequestsShareTheFirstLoop() {
      expectEqual(place(CurlPlacement.enough), Array(repeating: 0, count: CurlPlacement.enough))
      expectEqual(placement.loads, [CurlPlacement.enough])
    }

    @Test mutating func moreRequestsOpenAnotherLoop() {
      _ = place(CurlPlacement.enough + 1)
      expectEqual(placement.loads.count, 2)
    }

    @Test mutating func oneLoopIsOpenedAtATime() {
      for _ in 0..<(CurlPlacement.enough + 1) { _ = placement.place(origin: nil) }
      let asked = [placement.opens(), placement.opens()]
      expectEqual(asked, [true, false])
    }

    @Test mutating func aLoopThatFailedToOpenIsTriedAgainAfterMoreRequests() {
      for _ in 0..<(CurlPlacement.enough + 1) { _ = placement.place(origin: nil) }
      _ = placement.opens()
      placement.failedToOpen()
      var asked: [Bool] = []
      for _ in 0..<CurlPlacement.patience {
        _ = placement.place(origin: nil)
        asked.append(placement.opens())
      }
      expectEqual(asked, Array(repeating: false, count: CurlPlacement.patience - 1) + [true])
      placement.opened()
      expectEqual(placement.loads.count, 2)
    }

    @Test mutating func requestsUseTheOpenLoopsIfAnotherCannotBeOpened() {
      for _ in 0..<(CurlPlacement.enough + 1) { _ = placement.place(origin: nil) }
      _ = placement.opens()
      placement.failedToOpen()
      expectEqual(Set(place(100)), [0])
    }

    @Test mutating func theLimitOfLoopsIsEnforced() {
      _ = place(1000)
      expectEqual(placement.loads.count, 3)
    }

    @Test mutating func requestsAreSpreadEvenly() {
      _ = place(300)
      expectEqual(placement.loads, [100, 100, 100])
    }

    @Test mutating func aRequestUsesTheLeastLoadedLoop() {
      _ = place(30)
      placement.leave(1)
      expectEqual(place(1), [1])
    }

    @Test mutating func theFirstLoopIsPreferredIfItHasLittleLoad() {
      _ = place(30)
      for _ in 0..<9 { placement.leave(0) }
      for _ in 0..<10 { placement.leave(1) }
      expectEqual(place(1), [0])
    }

    // MARK: - WebSockets

    private mutating func openWebSockets(_ count: Int) -> [Int] {
      (0..<count).map { _ in
        let loop = placement.placeWebSocket()
        if placement.opens(isForWebSocket: true) { placement.opened() }
        placement.settle(loop)
        return loop
      }
    }

    @Test mutating func openWebSocketsAreSpread() {
      expectEqual(Set(openWebSockets(CurlPlacement.enough)), [0])
      _ = openWebSockets(300)
      #expect(placement.open.allSatisfy { (102...104).contains($0) })
      expectEqual(placement.loads, [0, 0, 0])
    }

    @Test mutating func openWebSocketsDoNotMoveRequests() {
      _ = openWebSockets(300)
      expectEqual(place(CurlPlacement.enough), Array(repeating: 0, count: CurlPlacement.enough))
    }

    @Test mutating func openWebSocketsOpenNoLoopForRequests() {
      _ = openWebSockets(CurlPlacement.enough)
      _ = placement.placeWebSocket()
      _ = placement.placeWebSocket()
      let opens = [placement.opens(), placement.opens(isForWebSocket: true)]
      expectEqual(opens, [false, true])
    }

    @Test mutating func webSocketsThatHaveEndedDoNotCount() {
      for loop in openWebSockets(300) { placement.close(loop) }
      expectEqual(Set(openWebSockets(CurlPlacement.enough)), [0])
    }

    // MARK: - Origins

    @Test mutating func requestsThatMayShareAConnectionUseOneLoop() {
      _ = place(30)
      let home = placement.place(origin: "https://a")
      expectEqual(Set(place(50, origin: "https://a")), [home])
    }

    @Test mutating func originsAreSpread() {
      _ = place(30)
      let homes = (0..<3).map { placement.place(origin: "https://\($0)") }
      expectEqual(Set(homes), [0, 1, 2])
    }

    @Test mutating func requestsOfAnOriginWithoutHTTP2AreSpread() {
      _ = place(30)
      _ = placement.place(origin: "https://a")
      placement.learn("https://a", isShared: false)
      expectEqual(Set(place(3, origin: "https://a")), [0, 1, 2])
    }

    @Test mutating func anOriginThatStartsToUseHTTP2IsSharedFromThenOn() {
      _ = place(30)
      let home = placement.place(origin: "https://a")
      placement.learn("https://a", isShared: false)
      _ = place(3, origin: "https://a")
      placement.learn("https://a", isShared: true)
      expectEqual(Set(place(10, origin: "https://a")), [home])
    }

    @Test mutating func originsBeyondTheLimitAreForgotten() {
      _ = placement.place(origin: "https://a")
      placement.learn("https://a", isShared: false)
      _ = place(30)
      for number in 0..<CurlPlacement.mostOrigins { _ = placement.place(origin: "https://\(number)") }
      // The origin is assumed to use HTTP/2 again.
      expectEqual(Set(place(10, origin: "https://a")).count, 1)
    }
  }
#endif
