package import Foundation

extension Data {
  /// The same bytes, the first at index 0, where a user looks for it; copied if they are a part of other data.
  package var startingAtZero: Data { startIndex == 0 ? self : Data(self) }
}
