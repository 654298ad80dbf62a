import Foundation
import Net

/// The code of a matcher that a request of a report matches, in this and in the next run, without its secrets.
///
/// A hidden pair of the query is left out, because a template allows further pairs. A hidden part of the path is a
/// variable, and so is what a report has no room for.
struct SuggestedMatcher: CustomStringConvertible {
  let description: String

  /// - `omitsOrigin`: Whether the matcher is for any scheme, host and port.
  init(_ request: RecordedRequest, omitsOrigin: Bool = false) {
    let template = Self.template(of: request, omitsOrigin: omitsOrigin)
    if request.asksForWebSocket {
      description = ".webSocket(\"\(template)\")"
      return
    }
    let verbs: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
    description =
      verbs.contains(request.method)
      ? ".\(request.method.rawValue.lowercased())(\"\(template)\")"
      : ".method(\"\(request.method)\") && .uri(\"\(template)\")"
  }

  /// The maximum number of characters of the path and the query.
  private static let limit = 2_000

  private static func template(of request: RecordedRequest, omitsOrigin: Bool) -> String {
    // Redacted as a whole, because the host tells which parts are secret.
    let text = request.redaction.redacted(request.url).prefix { $0 != "#" }
    let start = text.range(of: "://")
    let (authority, rest) = split(text[(start?.upperBound ?? text.startIndex)...], at: { "/?".contains($0) })
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let (path, query) = split(rest, at: { $0 == "?" })
    var template = pathTemplate(path)
    var sign = "?"
    for pair in query.dropFirst().split(separator: "&") {
      guard !pair.contains(Redaction.placeholder), template.count + pair.count < limit else { continue }
      template += sign + literal(pair)
      sign = "&"
    }
    let isOpen = omitsOrigin || host.isEmpty || host.contains(Redaction.placeholder)
    return isOpen ? template : text[..<(start?.upperBound ?? text.startIndex)] + host + template
  }

  private static func pathTemplate(_ path: Substring) -> String {
    var template = ""
    for (index, part) in path.components(separatedBy: Redaction.placeholder).enumerated() {
      if index > 0 { template += index == 1 ? "{+path}" : "{+path\(index)}" }
      let room = limit - template.count
      guard part.count > room else {
        template += literal(part)
        continue
      }
      // Not within an escape.
      let beginning = part.prefix(max(0, room))
      let escape = beginning.suffix(2).firstIndex(of: "%") ?? beginning.endIndex
      return template + literal(beginning[..<escape]) + "{+rest}"
    }
    return template.isEmpty ? "/" : template
  }

  /// Returns the text with its braces percent-encoded, because braces would be variables.
  private static func literal(_ text: some StringProtocol) -> String {
    text.replacingOccurrences(of: "{", with: "%7B").replacingOccurrences(of: "}", with: "%7D")
  }

  /// Returns the text before the first character that satisfies the predicate, and the rest.
  private static func split(
    _ text: Substring, at isEnd: (Character) -> Bool
  ) -> (head: Substring, tail: Substring) {
    let end = text.firstIndex(where: isEnd) ?? text.endIndex
    return (text[..<end], text[end...])
  }
}
