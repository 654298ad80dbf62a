import Foundation

extension Link: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The link as in a header field, redacted by ``Redaction/standard``.
  public var description: String {
    let relations = relations.isEmpty ? "" : "; rel=\"\(relations.joined(separator: " "))\""
    return "<\(shownTarget)>\(relations)".printed
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The target and relations, redacted by ``Redaction/standard``.
  public var customMirror: Mirror { Mirror(redacted: self, ["target": shownTarget, "relations": relations]) }

  private var shownTarget: String { Redaction.standard.redacted(urlText: target) }
}
