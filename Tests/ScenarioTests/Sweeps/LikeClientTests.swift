import Net
import NetTesting
import Synchronization
import Testing

/// Shows a like at once, and keeps it if the request fails; its corrected twin takes it back.
private final class LikeModel: Sendable {
  private let network: any Networking
  private let takesBack: Bool
  private let liked = Mutex(false)

  init(_ network: any Networking, takesBack: Bool) {
    self.network = network
    self.takesBack = takesBack
  }

  var isLiked: Bool { liked.withLock { $0 } }

  func like() async throws {
    liked.withLock { $0 = true }
    do { try await network.put("/like").void() } catch {
      if takesBack { liked.withLock { $0 = false } }
      throw error
    }
  }
}

@Suite struct LikeClientTests {
  private func sweep(takesBack: Bool) async throws -> SweepReport {
    try await everyFault { network in
      network.stub(.put("/like"), with: .status(204))
      let model = LikeModel(network, takesBack: takesBack)
      do { try await model.like() } catch {
        expect(model.isLiked).to(beFalse())
        throw error
      }
      return model.isLiked
    }.report()
  }

  @Test func aLikeThatIsNotTakenBackIsFoundByTheFaults() async throws {
    let report = try await sweep(takesBack: false)
    #expect(report.failures.first?.repeating == "1:cancel-after-sending")
    #expect(report.grid?.signs.contains(.misuse) == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(takesBack: true).failures == [])
  }
}
