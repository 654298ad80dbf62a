import Foundation

/// The texts for numbers that are not finite, as the `nonConformingFloatEncodingStrategy` of a `JSONEncoder` defines
/// them.
struct NonFiniteTexts: Sendable, Hashable {
  private let positiveInfinity: String
  private let negativeInfinity: String
  private let nan: String

  /// Returns nil if the encoder defines none, so that such a number is an error.
  init?(of encoder: any DataEncoder) {
    guard let encoder = encoder as? JSONEncoder,
      case .convertToString(let positive, let negative, let nan) = encoder.nonConformingFloatEncodingStrategy
    else { return nil }
    positiveInfinity = positive
    negativeInfinity = negative
    self.nan = nan
  }

  /// Returns the text for a number that is not finite.
  func text(of number: Double) -> String {
    number.isNaN ? nan : number < 0 ? negativeInfinity : positiveInfinity
  }
}
