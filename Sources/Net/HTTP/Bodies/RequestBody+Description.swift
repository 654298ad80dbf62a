import Foundation

extension RequestBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of the body and its length, without its content.
  public var description: String {
    switch self {
    case .none: "no body"
    case .data(let data): data.count.counted("byte")
    case .file(let url): "the file \(url.path)"
    case .stream(let stream): "a stream of \(stream.count.map { $0.counted("byte") } ?? "unknown length")"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}
