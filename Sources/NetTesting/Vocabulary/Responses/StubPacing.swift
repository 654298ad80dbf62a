package import Foundation
import Net

/// How the body of a response is divided into chunks, and how fast they are sent.
package struct StubPacing: Sendable, Hashable {
  /// A chunk of a stream: its number of bytes, and its delay after the previous chunk.
  package struct Cut: Sendable, Hashable {
    package var count: Int
    package var delay: Duration
  }

  /// A number of bytes, at least one, and the time in which they are sent.
  package struct Rate: Sendable, Hashable {
    package var bytes: Int
    package var time: Duration

    /// The time for this many bytes.
    fileprivate func time(for count: Int) -> Duration { time * count / bytes }

    /// How many bytes a tenth of a second allows.
    fileprivate var chunkSize: Int { Int(Double(bytes) / (time / .milliseconds(100))) }
  }

  /// The chunks of a stream; nil for a body that is sent as a whole.
  package var cuts: [Cut]?
  /// The maximum rate; nil for no limit.
  package var rate: Rate?
}

/// Reads a body chunk by chunk, with the delay of each.
///
/// A pure value.
package struct StubBodyReader: Sendable {
  /// The next step.
  package enum Step: Sendable, Hashable {
    /// A chunk, not empty, this long after the previous step.
    case chunk(Data, after: Duration)
    /// The end, this long after the last chunk.
    case end(after: Duration)
  }

  private var rest: Data
  private var cuts: FIFO<StubPacing.Cut>
  private let rate: StubPacing.Rate?
  private let chunkSize: Int

  package init(_ body: Data, pacing: StubPacing, chunkSize: Int) {
    rest = body
    cuts = FIFO(pacing.cuts ?? [])
    rate = pacing.rate
    // A chunk of a throttled body is what a tenth of a second allows, but at least one byte.
    self.chunkSize = max(1, min(chunkSize, pacing.rate?.chunkSize ?? .max))
  }

  /// Returns the next step.
  package mutating func next() -> Step {
    var delay = Duration.zero
    // Chunks beyond the end of a truncated body are skipped, and so are their delays.
    while let cut = cuts.first, cut.count == 0 || !rest.isEmpty {
      delay = delay.addingSaturated(cut.delay)
      cuts.first?.delay = .zero
      if cut.count > 0 {
        let chunk = take(min(cut.count, chunkSize))
        cuts.first?.count -= chunk.count
        return .chunk(chunk, after: delay.addingSaturated(time(for: chunk.count)))
      }
      cuts.first = nil
    }
    if rest.isEmpty {
      cuts = FIFO()
      return .end(after: delay)
    }
    let chunk = take(chunkSize)
    return .chunk(chunk, after: delay.addingSaturated(time(for: chunk.count)))
  }

  private mutating func take(_ count: Int) -> Data {
    let chunk = rest.prefix(count)
    rest = rest.dropFirst(count)
    return chunk.startingAtZero
  }

  private func time(for count: Int) -> Duration { rate?.time(for: count) ?? .zero }
}
