#if os(Linux)
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  @Suite(.netTesting) struct CurlSectionsTests {
    private var sections = CurlSections()
    private var count = 1

    private func place(staysTogether: Bool = false, lacksDescriptors: Bool = false) -> CurlSections.Place {
      sections.place(staysTogether: staysTogether, lacksDescriptors: lacksDescriptors)
    }

    private mutating func begin(_ count: Int) {
      for _ in 0..<count {
        guard case .section(let section) = place() else {
          Issue.record("every section is full")
          return
        }
        sections.began(in: section)
        sections.opened(in: section)
      }
    }

    @Test mutating func transfersShareTheFirstSectionUntilItIsFull() {
      begin(CurlSections.enough)
      expectEqual(place(), .another)
      expectEqual(sections.sockets(in: 0), CurlSections.enough)
    }

    @Test mutating func aTransferUsesTheFirstSectionWithRoom() {
      begin(CurlSections.enough)
      sections.added()
      begin(1)
      expectEqual(sections.sockets(in: 1), 1)
      sections.ended(in: 0)
      expectEqual(place(), .section(0))
    }

    @Test mutating func connectionsThatAreSharedOrLimitedStayTogether() {
      begin(CurlSections.enough)
      expectEqual(place(staysTogether: true), .section(0))
    }

    @Test mutating func withoutDescriptorsIdleConnectionsAreUsed() {
      begin(CurlSections.enough)
      sections.added()
      begin(2)
      sections.ended(in: 0)
      for _ in 0..<2 { sections.ended(in: 1) }
      expectEqual(place(lacksDescriptors: true), .section(1))
      for _ in 0..<2 { sections.closed(in: 1) }
      expectEqual(place(lacksDescriptors: true), .section(0))
    }

    @Test mutating func withoutDescriptorsAndIdleConnectionsThereIsNoOtherSection() {
      begin(CurlSections.enough)
      expectEqual(place(lacksDescriptors: true), .section(0))
      sections.added()
      expectEqual(place(lacksDescriptors: true), .section(1))
    }

    // MARK: - Users of a proxy

    /// Places a transfer, adds its section if there is none, and begins.
    @discardableResult
    private mutating func begin(for credentials: String?) -> Int {
      let section: Int
      switch sections.place(for: credentials, staysTogether: false, lacksDescriptors: false) {
      case .section(let number): section = number
      case .another:
        section = count
        sections.added(for: credentials)
        count += 1
      case .replacing(let number):
        section = number
        sections.added(section, for: credentials)
      }
      sections.began(in: section)
      return section
    }

    @Test mutating func eachUserOfAProxyHasASection() {
      expectEqual([nil, "a", "b", "a", nil].map { begin(for: $0) }, [0, 1, 2, 1, 0])
      expectEqual(sections.place(for: "a", staysTogether: true, lacksDescriptors: true), .section(1))
    }

    @Test mutating func theConnectionsOfAUserAreNotThoseOfOthers() {
      begin(for: "a")
      sections.opened(in: 1)
      sections.ended(in: 1)
      expectEqual(place(lacksDescriptors: true), .section(0))
      begin(CurlSections.enough)
      expectEqual(place(), .another)
    }

    @Test mutating func theSectionThatWasUnusedLongestGoesToANewUser() {
      let users = (1...CurlSections.mostCredentials).map { "\($0)" }
      for (index, user) in users.enumerated() { expectEqual(begin(for: user), index + 1) }
      for section in [2, 3, 4] { sections.ended(in: section) }
      begin(for: "2")
      sections.ended(in: 2)
      expectEqual(begin(for: "new"), 3)
      expectEqual(sections.place(for: "3", staysTogether: false, lacksDescriptors: false), .replacing(4))
    }

    @Test mutating func aUserDoesNotReplaceOneWithTransfers() {
      for number in 1...CurlSections.mostCredentials { begin(for: "\(number)") }
      expectEqual(begin(for: "new"), CurlSections.mostCredentials + 1)
    }

    // MARK: - Connections

    @Test func aRequestBesideManyThatLastReusesItsConnection() async throws {
      let server = MockServer(afterEach: .test)
      try server.start()
      server.stub(.everything, with: .text("hello"))
      server.stub(.get("/held"), with: .fault(.stall))
      let capabilities = try #require(CurlCapabilities.sharing)
      let loops = try CurlLoops(
        options: CurlOptions(TransportOptions(), capabilities: capabilities), limit: 1)
      func task(_ path: String) -> (CurlTask, EventLog) {
        let request = TransportRequest(url: server.baseURL.appending(path: path))
        let log = EventLog()
        return (CurlTask(request, receiver: log, seat: loops.seat(for: request)), log)
      }
      let held = (0..<2 * CurlSections.enough + 1).map { _ in task("held") }
      for (task, _) in held { task.resume() }
      for _ in 0..<20 {
        let (task, log) = task("other")
        task.resume()
        await log.end()
        expectEqual(log.body, "hello")
      }
      for (task, _) in held { task.cancel() }
      for (_, log) in held { await log.end() }
      expectEqual(server.connectionCount, held.count + 1)
    }
  }
#endif
