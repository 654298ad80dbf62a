/// Undoes `gzip`: one or more members (RFC 1952).
///
/// Bytes after a member that do not begin another one are ignored, as browsers and urllib3 do.
final class GzipDecoder: ByteDecoder {
  private enum State {
    case member
    /// After a member; true after the first byte that all members begin with.
    case between(hasFirstByte: Bool)
    case ignoring
  }

  private let inflater: Inflater
  private var state = State.member
  private var hasBegun = false

  private static let magic: (UInt8, UInt8) = (0x1f, 0x8b)

  /// Creates a decoder, or nil without zlib or memory.
  init?() {
    guard let inflater = Inflater(.gzip) else { return nil }
    self.inflater = inflater
  }

  var isComplete: Bool { if case .member = state { !hasBegun } else { true } }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecoderFailure) -> DecoderProgress {
    var total = DecoderProgress(consumed: 0, produced: 0, hasEnded: false)
    // An error in the next member must not lose the bytes of this one.
    while total.produced == 0 {
      switch state {
      case .ignoring:
        total.consumed = input.count
        return total
      case .between(let hasFirstByte):
        guard total.consumed < input.count else { return total }
        let byte = unsafe input[total.consumed]
        if byte != (hasFirstByte ? Self.magic.1 : Self.magic.0) {
          state = .ignoring
        } else if hasFirstByte {
          try beginMember()
        } else {
          state = .between(hasFirstByte: true)
          total.consumed += 1
        }
      case .member:
        let rest = unsafe UnsafeRawBufferPointer(rebasing: input[total.consumed...])
        let progress = try unsafe inflater.step(rest, into: output)
        hasBegun = hasBegun || progress.consumed > 0
        total.consumed += progress.consumed
        total.produced = progress.produced
        guard progress.hasEnded else { return total }
        state = .between(hasFirstByte: false)
      }
    }
    return total
  }

  /// Begins another member, whose first byte has been used already.
  private func beginMember() throws(DecoderFailure) {
    inflater.reset()
    state = .member
    // Too little input for any output.
    var output: [UInt8] = []
    _ = try inflater.append([Self.magic.0], to: &output, limit: 1)
  }
}
