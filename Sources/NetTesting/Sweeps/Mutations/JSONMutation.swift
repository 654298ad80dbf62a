public import Foundation

/// A JSON text with one change, as a server might send it after a change that nobody announced.
///
/// ```swift
/// for mutation in try JSONMutation.all(of: Data(#"{"id": 7}"#.utf8)) {
///   print(mutation.name, String(decoding: mutation.body, as: UTF8.self))  // $.id dropped {}
/// }
/// ```
///
/// ``everyMutation(of:with:repeating:seed:limits:configuration:file:line:in:)`` runs code over all of them.
public struct JSONMutation: Sendable, Hashable {
  /// The changed value: `$.items[0].id`; `$` for the whole text.
  public let path: String
  /// What was changed.
  public let change: Change
  /// The changed text.
  public let body: Data

  /// The location and the change, which identify a mutation of a text: `$.items[0].id dropped`.
  public var name: String { "\(path) \(change.description)" }

  static let unknownCase = #""a case of tomorrow""#
  static let longString = 100_000
  /// More than most decoders accept, and few enough that a decoder without a limit overflows no stack of 512 KiB.
  static let depth = 600

  /// Returns all mutations of a JSON text, in the order of its values: those of each value, then those of the text.
  ///
  /// - Throws: `JSONError` if the text is not JSON.
  public static func all(of body: Data) throws -> [JSONMutation] {
    let outline = try JSONOutline(body)
    return outline.nodes.flatMap { changes(of: $0, in: outline) } + changes(of: outline)
  }

  /// Returns at most this many mutations, in order; more are sampled with the seed.
  ///
  /// The same text, limit and seed give the same sample.
  public static func sample(of body: Data, limit: Int, seed: SweepSeed = .standard) throws -> [JSONMutation] {
    let all = try all(of: body)
    guard all.count > limit else { return all }
    var random = seed.generator
    let chosen = all.indices.shuffled(using: &random).prefix(max(0, limit)).sorted()
    return chosen.map { all[$0] }
  }

  private static func changes(of node: JSONOutline.Node, in outline: JSONOutline) -> [JSONMutation] {
    func replaced(_ change: Change, by text: String) -> JSONMutation {
      JSONMutation(
        path: node.path, change: change, body: Data(outline.bytes.replacing(node.range, with: text.utf8)))
    }
    var mutations: [JSONMutation] = []
    if let whole = node.whole {
      mutations.append(
        JSONMutation(
          path: node.path, change: .dropped, body: Data(outline.bytes.replacing(whole, with: "".utf8))))
    }
    if node.kind != .null { mutations.append(replaced(.null, by: "null")) }
    let text = String(decoding: outline.bytes[node.range], as: UTF8.self)
    mutations += others(than: node.kind, text).map { replaced(.otherType($0), by: $0) }
    switch node.kind {
    case .number:
      mutations += ["9223372036854775808", "-1", "0.5", "1e400"].filter { $0 != text }
        .map { replaced(.number($0), by: $0) }
    case .string:
      if text != "\"\"" { mutations.append(replaced(.emptyString, by: "\"\"")) }
      mutations.append(
        replaced(.longString(longString), by: "\"\(String(repeating: "x", count: longString))\""))
      mutations.append(replaced(.unknownCase, by: unknownCase))
    case .array(let count) where count > 0: mutations.append(replaced(.emptied, by: "[]"))
    case .object(let count) where count > 0: mutations.append(replaced(.emptied, by: "{}"))
    case .array, .object, .bool, .null: break
    }
    if node.whole == nil {
      let (opening, closing) = (
        String(repeating: "[", count: depth), String(repeating: "]", count: depth)
      )
      mutations.append(replaced(.nested(depth), by: opening + text + closing))
    }
    return mutations
  }

  /// Values of other types, in the forms that servers confuse: a number as text, a flag as a number, a list of one.
  private static func others(than kind: JSONOutline.Kind, _ text: String) -> [String] {
    switch kind {
    case .string: ["7", "{}"]
    case .number: ["\"\(text)\"", "{}"]
    case .bool: ["\"\(text)\"", text == "true" ? "1" : "0"]
    case .object: ["[]", "\"text\""]
    case .array: ["{}", "\"text\""]
    case .null: ["7", "\"text\"", "{}", "[]"]
    }
  }

  private static func changes(of outline: JSONOutline) -> [JSONMutation] {
    let bytes = outline.bytes
    var mutations = [JSONMutation(path: "$", change: .empty, body: Data())]
    let cuts = JSONOutline.Cut.allCases.compactMap { cut in outline.cuts[cut].map { (cut, $0) } }
    for (cut, count) in cuts.sorted(by: { $0.1 < $1.1 }) where (1..<bytes.count).contains(count) {
      mutations.append(
        JSONMutation(
          path: "$", change: .cut(cut.rawValue, after: count), body: Data(bytes.prefix(count))))
    }
    mutations.append(
      JSONMutation(path: "$", change: .trailingBytes, body: Data(bytes + Array("<html>".utf8))))
    if let string = outline.nodes.first(where: { $0.kind == .string }) {
      mutations.append(
        JSONMutation(
          path: string.path, change: .invalidUTF8,
          body: Data(bytes.replacing(string.range, with: [UInt8(ascii: "\""), 0xff, UInt8(ascii: "\"")]))))
    }
    return mutations
  }
}

extension [UInt8] {
  /// A copy with other bytes in this range.
  fileprivate func replacing(_ range: Range<Int>, with bytes: some Collection<UInt8>) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(range, with: bytes)
    return copy
  }
}
