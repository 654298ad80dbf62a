import Foundation

extension RequestContent: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of content and its size, redacted by ``Redaction/standard``.
  public var description: String { words(.standard) }

  /// Returns the kind of content and its size, redacted.
  func words(_ redaction: Redaction) -> String {
    switch self {
    case .data(let data, let type): "\(data.count.counted("byte")) of \(type ?? "no type")"
    case .json(let value): redaction.redacted(text: value.description)
    case .encodable(let value): "\(type(of: value))"
    case .file(let url, _): "the file \(url.path)"
    case .stream(let stream, _): "a stream of \(stream.count.map { $0.counted("byte") } ?? "unknown length")"
    case .multipart(let form): form.description
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}
