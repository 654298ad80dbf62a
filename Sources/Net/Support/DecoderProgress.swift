/// The result of one step of a decoder or an encoder.
struct DecoderProgress: Sendable, Equatable {
  /// The number of input bytes that were used.
  var consumed: Int
  /// The number of output bytes that were written.
  var produced: Int
  /// Whether the stream ended.
  ///
  /// Input after it belongs to something else.
  var hasEnded: Bool
}

/// A failed step of a decoder or an encoder.
package enum DecoderFailure: Error, Sendable, Equatable {
  /// The input is invalid, for the reason that the library gives.
  case invalidData(String)
  case outOfMemory
  /// The library rejected the call, for example because the stream failed before.
  case misuse(code: Int)
}
