public import Foundation

extension RequestBodyError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The error as text, redacted by ``Redaction/standard``.
  public var description: String { words(.standard).printed }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, because a URL may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}

extension RequestBodyError: RedactedError {
  func words(_ redaction: Redaction) -> String {
    switch self {
    case .fileMissing(let url): "there is no file \(redaction.shown(file: url))"
    case .notAFile(let url): "\(redaction.shown(file: url)) is not a file"
    case .fileUnreadable(let url): "the file \(redaction.shown(file: url)) cannot be read"
    case .tooManyOpenFiles(let url):
      "the file \(redaction.shown(file: url)) cannot be opened, because this process has too many open files"
    case .countMismatch(let promised, let given, let url):
      "\(url.map { "the file \(redaction.shown(file: $0))" } ?? "the body") gave \(given.counted("byte")) and not \(promised) as it said"
    case .streamFailed: "the stream of the body failed"
    case .notRepeatable: "the stream of the body can be read just once"
    case .boundaryInContent(let boundary): "the boundary \(boundary) occurs in a part"
    }
  }
}

extension Redaction {
  /// Returns the path of a file, or the redacted text of a URL that is not that of a file.
  func shown(file url: URL) -> String { url.isFileURL ? url.path : redacted(url) }
}

extension RequestBodyError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
