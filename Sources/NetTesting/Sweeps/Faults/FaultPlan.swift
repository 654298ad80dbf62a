import Foundation
import Net

/// The faults of one run: one or two, or none in a run without a change.
final class FaultPlan: Sendable {
  let cells: [FaultCell]
  /// The positions of the faults that cannot happen to their responses.
  private let impossible = Lock<Set<Int>>([])
  /// The endpoints of the faults that last, once they have happened, and their positions.
  private let lasting = Lock<[Endpoint: Int]>([:])

  /// The endpoint to which a lasting fault happens.
  private struct Endpoint: Hashable, Sendable {
    var method: HTTPMethod
    var host: String?
    var path: String

    init(_ request: RecordedRequest) {
      method = request.method
      host = request.url.host()
      path = request.url.path()
    }
  }

  init(_ cells: [FaultCell] = []) { self.cells = cells }

  /// The text that repeats the run: `1:status-500+2:timeout`.
  var name: String { cells.map(\.description).joined(separator: "+") }

  /// Whether a fault cannot happen to its response, such as truncated JSON to an empty body.
  var isImpossible: Bool { impossible.withLock { !$0.isEmpty } }

  /// The path to which the redirects of a loop lead.
  static let loop = "/netstream-redirect-loop"

  /// The change to the response of a request; nil if the stubs answer it.
  ///
  /// - `number`: The position of the request among all requests of the run, from 1.
  func change(to number: Int, _ request: RecordedRequest) -> SweepChange? {
    if request.url.path() == Self.loop, cells.contains(where: \.fault.isLoop) {
      return SweepChange(reachesServer: false) { _ in .redirect(to: Self.loop) }
    }
    guard let index = cells.firstIndex(where: { $0.request == number }) else { return lastingChange(request) }
    let cell = cells[index]
    if cell.fault.lasts { lasting.withLock { $0[Endpoint(request)] = index } }
    return change(index, cell)
  }

  /// The change of a fault that has happened to an earlier request, and lasts.
  private func lastingChange(_ request: RecordedRequest) -> SweepChange? {
    let index = lasting.withLock { lasting in lasting.isEmpty ? nil : lasting[Endpoint(request)] }
    // What is impossible for a later response says nothing about the fault.
    return index.flatMap { change(nil, cells[$0]) }
  }

  private func change(_ index: Int?, _ cell: FaultCell) -> SweepChange? {
    switch cell.fault.effect {
    case .cancel: return nil
    case .redirectLoop: return change(index) { _ in .redirect(to: Self.loop) }
    case .response(let reachesServer, let usesStub, let response):
      return change(index, usesStub: usesStub, reachesServer: reachesServer, response)
    case .chunk(let response):
      guard let chunk = cell.chunk else { return nil }
      return change(index) { response($0, chunk.start, chunk.count) }
    }
  }

  /// Whether the body is cancelled after this event of this request.
  func cancels(after event: SweepEvent, of number: Int) -> Bool {
    cells.contains { cell in
      guard cell.request == number, case .cancel(let moment) = cell.fault.effect else { return false }
      switch (moment, event) {
      case (.sent, .sent), (.head, .head), (.end, .end): return true
      case (.chunk, .chunk(let number)): return cell.chunk?.number == number
      default: return false
      }
    }
  }

  private func change(
    _ index: Int?, usesStub: Bool = false, reachesServer: Bool = true,
    _ response: @escaping @Sendable (StubResponse) -> StubResponse?
  ) -> SweepChange {
    SweepChange(usesStub: usesStub, reachesServer: reachesServer) { [self] stubbed in
      // A request that no stub answers is reported as such.
      guard let stubbed else { return nil }
      guard let changed = response(stubbed) else {
        if let index { impossible.withLock { _ = $0.insert(index) } }
        return stubbed
      }
      // The delay of the stub remains, and so does its delivery.
      var result = changed
      if result.delay == .zero { result.delay = stubbed.delay }
      result.delivery = result.delivery ?? stubbed.delivery
      return result
    }
  }
}

extension SweepFault {
  fileprivate var isLoop: Bool { if case .redirectLoop = effect { true } else { false } }
}
