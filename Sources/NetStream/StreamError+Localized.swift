public import Foundation
public import Stream

// The module `Stream` does not use Foundation.
extension StreamError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}
