import Foundation
import Net
import TestSupport
import XCTest

/// A receiver that records the events of one task and fulfills an expectation at the end.
final class EventLog: TransportReceiver {
  private let log = Locked<[TransportEvent]>([])
  private let onEvent: @Sendable (TransportEvent) -> Void
  private let end = AsyncStream.makeStream(of: Void.self)
  let ended = XCTestExpectation(description: "the task ended")

  init(onEvent: @escaping @Sendable (TransportEvent) -> Void = { _ in }) { self.onEvent = onEvent }

  func receive(_ event: TransportEvent) {
    log.update { $0.append(event) }
    onEvent(event)
    switch event {
    case .finished, .failed:
      ended.fulfill()
      end.continuation.finish()
    default: break
    }
  }

  /// Waits for the end of the task.
  ///
  /// May be called once.
  func end() async { for await _ in end.stream {} }

  /// The events in short form; consecutive chunks of the body are one entry.
  var summary: [String] {
    var summary: [String] = []
    for event in log.value {
      switch event {
      case .sent: continue
      case .interim(let head): summary.append("interim \(head.status)")
      case .trailers: summary.append("trailers")
      case .head(let head): summary.append("head \(head.status)")
      case .body: if summary.last != "body" { summary.append("body") }
      case .redirect(let head): summary.append("redirect \(head.status)")
      case .finished: summary.append("finished")
      case .failed(let error, let phase):
        summary.append(error is CancellationError ? "cancelled" : "failed \(phase)")
      }
    }
    return summary
  }

  var sent: [Int64] {
    log.value.compactMap { if case .sent(let bytes) = $0 { bytes } else { nil } }
  }

  var head: ResponseHead? {
    log.value.lazy.compactMap { if case .head(let head) = $0 { head } else { nil } }.last
  }

  var body: String {
    let chunks = log.value.compactMap { if case .body(let chunk) = $0 { chunk } else { nil } }
    return String(decoding: chunks.reduce(Data(), +), as: UTF8.self)
  }

  var error: (any Error)? {
    log.value.lazy.compactMap { if case .failed(let error, _) = $0 { error } else { nil } }.last
  }
}
