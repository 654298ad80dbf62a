import Foundation
import Net

/// A response in bytes as a mock without pieces gives it: all that comes of it, at the time of its end.
struct PlayedAnswer {
  /// What arrives; nil when no head does.
  private(set) var parts: MockResponseParts?
  /// Why it fails, and how far it had come.
  private(set) var failure: (error: any Error, phase: TransportPhase)?
  /// How long the body takes.
  private(set) var duration = Duration.zero

  /// Nil when the answer never ends.
  init?(_ response: StubResponse, to request: RecordedRequest) {
    var playback = StubPlayback(response, to: request, pieceSize: .max)
    while true {
      switch playback.next() {
      case .wait(let delay): duration += delay
      case .silence: return nil
      case .event(.head(let head)):
        parts = MockResponseParts(status: head.status, headers: head.headers, data: Data())
      case .event(.body(let piece)): parts?.data?.append(piece)
      case .event(.failed(let error, let phase)):
        failure = (error, phase)
        return
      case .event(.finished): return
      case .event(.sent), .event(.interim), .event(.trailers), .event(.redirect): continue
      }
    }
  }
}
