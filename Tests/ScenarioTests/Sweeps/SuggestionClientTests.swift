import Net
import NetTesting
import Synchronization
import Testing

/// Suggests words while a text is typed, and asks again after a failure, even if the text has changed by then.
///
/// Its corrected twin asks again only for the present text.
private final class SuggestionModel: Sendable {
  private let network: any Networking
  private let timer: any NetworkTimer
  private let checksText: Bool
  private let state = Mutex((text: "", shown: "", typed: 0))

  init(_ network: SweepNetwork, checksText: Bool) {
    self.network = network
    self.checksText = checksText
    timer = network.timer
  }

  var shown: String { state.withLock { $0.shown } }

  func type(_ text: String) {
    let typed = state.withLock { state in
      state.text = text
      state.typed += 1
      return state.typed
    }
    _ = timer.schedule(after: .milliseconds(300)) { [self] in
      if state.withLock({ $0.typed }) == typed { ask(for: text, retries: 2) }
    }
  }

  private func ask(for text: String, retries: Int) {
    network.get("/words", parameters: ["q": text]).response(
      delivery: .inline, responseSerializer: .string
    ) { [self] response in
      if checksText, state.withLock({ $0.text }) != text { return }
      guard let words = response.value else {
        guard retries > 0 else { return state.withLock { $0.shown = "failed" } }
        _ = timer.schedule(after: .seconds(1)) { [self] in
          if checksText, state.withLock({ $0.text }) != text { return }
          ask(for: text, retries: retries - 1)
        }
        return
      }
      state.withLock { $0.shown = words }
    }
  }
}

@Suite struct SuggestionClientTests {
  private func sweep(checksText: Bool) async throws -> SweepReport {
    try await everyFault(of: .connections + .statuses) { network in
      network.stub(.get("/words")) { request in .text("words with \(request.query("q") ?? "")") }
      let model = SuggestionModel(network, checksText: checksText)
      model.type("s")
      try await network.sleep(for: .milliseconds(400))
      model.type("so")
      await network.settle()
      return model.shown
    }.report(.endsInTime, .noLeak, .sameResult)
  }

  @Test func aRetryThatOvertakesTheNextTextIsFoundByTheFaults() async throws {
    let report = try await sweep(checksText: false)
    #expect(report.failures.first?.repeating == "1:no-connection")
    #expect(
      report.failures.first?.message == """
        The result differs: in the run without a change it returned "words with so", but here it returned "words with s".
        """)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(checksText: true).failures == [])
  }
}
