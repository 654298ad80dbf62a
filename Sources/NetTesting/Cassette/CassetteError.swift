public import Foundation
public import Net

/// A cassette that cannot be read or written: which file, the location in it, and what is wrong.
///
/// ```text
/// GitHubTests/Cassettes/user.har: log.entries[3].request.url: expected a string, got null
/// ```
public struct CassetteError: Error, Sendable, Hashable {
  /// The path of the file.
  public var file: String
  /// The location in its JSON: `log.entries[3].request.url`; empty for the whole file.
  public var path: String
  /// What is wrong.
  public var reason: Problem

  /// The problem with a cassette.
  public enum Problem: Sendable, Hashable {
    /// There is no such file.
    case missing
    /// The file cannot be read, for this reason.
    case unreadable(String)
    /// The file cannot be written, for this reason.
    case unwritable(String)
    /// The file is, or would be, larger than the limit for reading.
    case tooLarge(bytes: Int, limit: Int)
    /// The file is not JSON.
    case notJSON(JSONError)
    /// The file has an unsupported version of HAR; 1.1 to 1.3 are supported.
    case version(String)
    /// The value at the location is not the expected one.
    case unexpected(String, expected: String)
  }

  /// Creates an error.
  public init(file: String, path: String = "", _ reason: Problem) {
    self.file = file
    self.path = path
    self.reason = reason
  }
}

extension CassetteError: ProgramMistake {}

extension CassetteError: CustomStringConvertible {
  /// The file, the location and the reason on one line.
  public var description: String {
    [file, path, words].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// Only the reason.
  var words: String { reason.words }
}

extension CassetteError.Problem {
  fileprivate var words: String {
    switch self {
    case .missing: "there is no such cassette"
    case .unreadable(let why): "the cassette cannot be read: \(why)"
    case .unwritable(let why): "the cassette cannot be written: \(why)"
    case .tooLarge(let bytes, let limit):
      "the cassette has \(bytes.counted("byte")), and \(limit) are read at most"
    case .notJSON(let error): "\(error)"
    case .version(let version): "HAR \(version.debugDescription) is not known; 1.1, 1.2 and 1.3 are"
    case .unexpected(let actual, let expected): "expected \(expected), got \(actual)"
    }
  }
}

extension CassetteError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
