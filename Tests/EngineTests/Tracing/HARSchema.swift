import Foundation
import Net

/// The schema of HAR 1.2, after the JSON schema of the project `har-schema`.
///
/// Stricter than that: a member that HAR does not define begins with `_`.
indirect enum HARSchema: Sendable {
  case string
  case bool
  /// A date as RFC 3339.
  case date
  /// An IP address.
  case address
  case integer(minimum: Int64)
  case number(minimum: Double)
  case list(HARSchema)
  case object([String: HARSchema], optional: [String: HARSchema] = [:])

  /// Returns what is wrong with a value.
  func problems(of value: JSONValue, at path: String = "") -> [String] {
    switch self {
    case .string: return value.string == nil ? ["\(path) is not a string"] : []
    case .bool: return value.bool == nil ? ["\(path) is not a boolean"] : []
    case .date:
      let pattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/
      return value.string?.wholeMatch(of: pattern) == nil ? ["\(path) is not a date"] : []
    case .address:
      let isAddress = value.string.map { $0.wholeMatch(of: /[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]+/) != nil }
      return isAddress == true ? [] : ["\(path) is not an address"]
    case .integer(let minimum):
      guard case .integer(let number) = value else { return ["\(path) is not an integer"] }
      return number < minimum ? ["\(path) is \(number)"] : []
    case .number(let minimum):
      guard let number = value.double else { return ["\(path) is not a number"] }
      return number < minimum ? ["\(path) is \(number)"] : []
    case .list(let item):
      guard let items = value.array else { return ["\(path) is not a list"] }
      return items.enumerated().flatMap { item.problems(of: $1, at: "\(path)[\($0)]") }
    case .object(let required, let optional):
      guard let members = value.object else { return ["\(path) is not an object"] }
      let missing = required.keys.filter { members[$0] == nil }.map { "\(path).\($0) is missing" }
      return missing
        + members.keys.flatMap { name -> [String] in
          let rule = required[name] ?? optional[name] ?? (name == "comment" ? .string : nil)
          if let rule { return rule.problems(of: value[name], at: "\(path).\(name)") }
          return name.hasPrefix("_") ? [] : ["\(path).\(name) is unknown"]
        }
    }
  }
}

extension HARSchema {
  /// A whole file.
  static let file = HARSchema.object([
    "log": .object(
      ["version": .string, "creator": program, "entries": .list(entry)],
      optional: ["browser": program, "pages": .list(page)])
  ])

  private static let program = HARSchema.object(["name": .string, "version": .string])

  private static let page = HARSchema.object(
    [
      "startedDateTime": .date, "id": .string, "title": .string,
      "pageTimings": .object([:], optional: ["onContentLoad": time, "onLoad": time]),
    ])

  private static let entry = HARSchema.object(
    [
      "startedDateTime": .date, "time": .number(minimum: 0), "request": request, "response": response,
      "cache": .object([:]), "timings": timings,
    ], optional: ["pageref": .string, "serverIPAddress": .address, "connection": .string])

  private static let time = HARSchema.number(minimum: -1)
  private static let size = HARSchema.integer(minimum: -1)
  private static let pairs = HARSchema.list(.object(["name": .string, "value": .string]))

  private static let cookies = HARSchema.list(
    .object(
      ["name": .string, "value": .string],
      optional: ["path": .string, "domain": .string, "expires": .date, "httpOnly": .bool, "secure": .bool]))

  private static let request = HARSchema.object(
    [
      "method": .string, "url": .string, "httpVersion": .string, "cookies": cookies, "headers": pairs,
      "queryString": pairs, "headersSize": size, "bodySize": size,
    ],
    optional: ["postData": .object(["mimeType": .string], optional: ["text": .string, "params": pairs])])

  private static let response = HARSchema.object([
    "status": .integer(minimum: -1), "statusText": .string, "httpVersion": .string, "cookies": cookies,
    "headers": pairs, "redirectURL": .string, "headersSize": size, "bodySize": size,
    "content": .object(
      ["size": size, "mimeType": .string],
      optional: ["compression": .integer(minimum: .min), "text": .string, "encoding": .string]),
  ])

  private static let timings = HARSchema.object(
    ["send": time, "wait": time, "receive": time],
    optional: ["blocked": time, "dns": time, "connect": time, "ssl": time])
}
