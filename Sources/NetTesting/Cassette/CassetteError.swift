public import Net

/// A cassette that cannot be read or written: which file, where in it, and what is wrong.
///
/// ```text
/// GitHubTests/Cassettes/user.har: log.entries[3].request.url: expected a string, got null
/// ```
public struct CassetteError: Error, Sendable, Hashable {
  /// The path of the file.
  public var file: String
  /// The place in its JSON: `log.entries[3].request.url`; empty for the whole.
  public var path: String
  /// What is wrong.
  public var reason: Problem

  /// What can be wrong with a cassette.
  public enum Problem: Sendable, Hashable {
    /// There is no such file.
    case missing
    /// The file cannot be read, as the words say.
    case unreadable(String)
    /// The file cannot be written, as the words say.
    case unwritable(String)
    /// The file has more bytes than are read, or would have.
    case tooLarge(bytes: Int, limit: Int)
    /// The file is not JSON.
    case notJSON(JSONError)
    /// The file is of a version of HAR that is not known; 1.1 to 1.3 are.
    case version(String)
    /// Something else stands at the place than is expected there.
    case unexpected(String, expected: String)
  }

  /// Makes an error.
  public init(file: String, path: String = "", _ reason: Problem) {
    self.file = file
    self.path = path
    self.reason = reason
  }
}

extension CassetteError: CustomStringConvertible {
  /// File, place and reason in a line.
  public var description: String {
    [file, path, words].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// The reason alone.
  var words: String { reason.words }
}

extension CassetteError.Problem {
  fileprivate var words: String {
    switch self {
    case .missing: "there is no such cassette"
    case .unreadable(let why): "the cassette cannot be read: \(why)"
    case .unwritable(let why): "the cassette cannot be written: \(why)"
    case .tooLarge(let bytes, let limit): "the cassette has \(bytes) bytes, and \(limit) are read at most"
    case .notJSON(let error): "\(error)"
    case .version(let version): "HAR \(version.debugDescription) is not known; 1.1, 1.2 and 1.3 are"
    case .unexpected(let actual, let expected): "expected \(expected), got \(actual)"
    }
  }
}
