package import Foundation

/// How the body of an answer is cut, and how fast it comes.
package struct StubPacing: Sendable, Hashable {
  /// A piece of a stream: how many bytes, and how long they take to follow.
  package struct Cut: Sendable, Hashable {
    package var count: Int
    package var delay: Duration
  }

  /// The pieces of a stream; nil for a body that comes as a whole.
  package var cuts: [Cut]?
  /// How many bytes come in a second, at most.
  package var bytesPerSecond: Int?
}

/// Reads a body piece by piece, each with how long it takes.
///
/// A pure value.
package struct StubBodyReader: Sendable {
  /// What comes next.
  package enum Step: Sendable, Hashable {
    /// A piece, not empty, so long after the step before.
    case piece(Data, after: Duration)
    /// The end, so long after the last piece.
    case end(after: Duration)
  }

  private var rest: Data
  private var cuts: ArraySlice<StubPacing.Cut>
  private let bytesPerSecond: Int?
  private let pieceSize: Int

  package init(_ body: Data, pacing: StubPacing, pieceSize: Int) {
    rest = body
    cuts = pacing.cuts?[...] ?? []
    bytesPerSecond = pacing.bytesPerSecond
    // A tenth of a second in one piece is smooth enough, and no more pieces than that are.
    self.pieceSize = max(1, min(pieceSize, pacing.bytesPerSecond.map { $0 / 10 } ?? .max))
  }

  /// Takes the next piece.
  package mutating func next() -> Step {
    var delay = Duration.zero
    // Pieces beyond the end of a body that was cut short do not come, nor do their pauses.
    while let cut = cuts.first, cut.count == 0 || !rest.isEmpty {
      delay += cut.delay
      cuts[cuts.startIndex].delay = .zero
      if cut.count > 0 {
        let piece = take(min(cut.count, pieceSize))
        cuts[cuts.startIndex].count -= piece.count
        return .piece(piece, after: delay + time(for: piece.count))
      }
      cuts.removeFirst()
    }
    if rest.isEmpty {
      cuts = []
      return .end(after: delay)
    }
    let piece = take(pieceSize)
    return .piece(piece, after: delay + time(for: piece.count))
  }

  private mutating func take(_ count: Int) -> Data {
    let piece = rest.prefix(count)
    rest = rest.dropFirst(count)
    return piece
  }

  private func time(for count: Int) -> Duration {
    bytesPerSecond.map { .seconds(count) / $0 } ?? .zero
  }
}
