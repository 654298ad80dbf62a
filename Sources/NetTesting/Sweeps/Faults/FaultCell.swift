/// A fault at a request, or inside one of its chunks.
struct FaultCell: Sendable, Hashable, CustomStringConvertible {
  /// A chunk of a body.
  struct Chunk: Sendable, Hashable {
    /// Its number, from 1.
    var number: Int
    /// The position of its first byte in the body.
    var start: Int
    /// The number of its bytes.
    var count: Int
  }

  var fault: SweepFault
  /// The position of the request among all requests of the run, from 1.
  var request: Int
  var chunk: Chunk?

  /// The name in a report: `2:reset-inside-chunk-1`.
  var description: String { "\(request):\(fault.name)" + (chunk.map { "-\($0.number)" } ?? "") }

  /// How many chunks of a body are tried: the first, the middle and the last one.
  static let chunkLimit = 3

  /// The cells of a fault at a request, given what was delivered of its response without a fault.
  static func all(of fault: SweepFault, at sent: SweepRequest) -> [FaultCell] {
    let cell = FaultCell(fault: fault, request: sent.number)
    switch fault.effect {
    case .response, .redirectLoop, .cancel(.sent): return [cell]
    case .cancel(.head): return sent.status == nil ? [] : [cell]
    case .cancel(.end): return sent.isFinished ? [cell] : []
    case .cancel(.chunk), .chunk:
      return chunks(of: sent).map { FaultCell(fault: fault, request: sent.number, chunk: $0) }
    }
  }

  private static func chunks(of sent: SweepRequest) -> [Chunk] {
    var start = 0
    var chunks: [Chunk] = []
    for (index, count) in sent.chunks.enumerated() {
      chunks.append(Chunk(number: index + 1, start: start, count: count))
      start += count
    }
    guard chunks.count > chunkLimit else { return chunks }
    return [chunks[0], chunks[chunks.count / 2], chunks[chunks.count - 1]]
  }
}
