import Foundation
import Net

/// The parts of a body that a `Range` field asks for (RFC 9110 section 14.1.2).
enum ByteRanges: Hashable {
  /// The whole body must be sent: the field is invalid, has another unit, or requests too many ranges.
  case ignored
  /// Every requested range is beyond the end.
  case unsatisfiable
  /// These ranges, in the order they are requested.
  case ranges([Range<Int>])

  /// The maximum number of ranges in a field (RFC 9110 section 14.2).
  private static let limit = 32

  static func parse(_ field: String, length: Int) -> ByteRanges {
    let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].trimmed.lowercased() == "bytes" else { return .ignored }
    let specs = parts[1].split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    guard !specs.isEmpty, specs.count <= limit else { return .ignored }
    var ranges: [Range<Int>] = []
    for spec in specs {
      guard let range = range(spec, length: length) else { return .ignored }
      if !range.isEmpty { ranges.append(range) }
    }
    if ranges.isEmpty { return .unsatisfiable }
    let overlaps = ranges.enumerated().count { index, range in
      ranges.dropFirst(index + 1).contains { $0.overlaps(range) }
    }
    return overlaps > 1 ? .ignored : .ranges(ranges)
  }

  /// The range; nil if it is invalid, empty if it is beyond the end.
  private static func range(_ spec: String, length: Int) -> Range<Int>? {
    let ends = spec.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return nil
    }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): return nil
    case (true, false): return max(0, length - number(ends[1]))..<length
    case (false, true): return min(number(ends[0]), length)..<length
    case (false, false):
      let (first, last) = (number(ends[0]), number(ends[1]))
      guard first <= last else { return nil }
      return min(first, length)..<min(last == .max ? last : last + 1, length)
    }
  }

  /// The number that the digits spell; `Int.max` if it does not fit.
  private static func number(_ digits: Substring) -> Int { Int(digits) ?? .max }

  /// Writes the headers and the body of a 206.
  static func write(
    _ ranges: [Range<Int>], of body: Data, headers: inout HTTPHeaders, content: inout Data
  ) {
    func part(_ range: Range<Int>) -> Data {
      body[(body.startIndex + range.lowerBound)..<(body.startIndex + range.upperBound)]
    }
    func place(_ range: Range<Int>) -> String {
      "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
    }
    if ranges.count == 1 {
      headers.update(name: "Content-Range", value: place(ranges[0]))
      content = part(ranges[0])
      return
    }
    let type = headers["Content-Type"]
    let boundary = boundary(outside: ranges.map(part))
    headers.update(name: "Content-Type", value: "multipart/byteranges; boundary=\(boundary)")
    content = Data()
    for range in ranges {
      let about = (type.map { "Content-Type: \($0)\r\n" } ?? "") + "Content-Range: \(place(range))\r\n\r\n"
      content += Data("--\(boundary)\r\n\(about)".utf8) + part(range) + Data("\r\n".utf8)
    }
    content += Data("--\(boundary)--\r\n".utf8)
  }

  /// A boundary that occurs in none of the parts (RFC 2046 section 5.1.1).
  private static func boundary(outside parts: [Data]) -> String {
    var number = 0
    while parts.contains(where: { $0.range(of: Data("part-\(number)-of-this".utf8)) != nil }) { number += 1 }
    return "part-\(number)-of-this"
  }
}

extension Substring {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
