import TestSupport
import Testing

@testable import Net

/// Messages with many fields, or with fields that list many names.
@Suite struct ManyFieldsTests {
  /// Names that differ only in their number.
  private static func fields(_ name: String, _ count: Int) -> HTTPHeaders {
    HTTPHeaders((0..<count).map { HTTPField(name: "\(name)\(1_000_000 + $0)", value: "1") })
  }

  /// What is done with this many names.
  enum Use: CaseIterable {
    case connection, notModified, serving, vary, replacing, invalidating

    fileprivate func perform(_ count: Int) {
      let (fields, others) = (ManyFieldsTests.fields("a", count), ManyFieldsTests.fields("b", count))
      let list = fields.map(\.name).joined(separator: ",")
      switch self {
      case .connection:
        _ = StoredFields.stored(fields + [HTTPField(name: "Connection", value: list)], at: CacheScene.start)
        let fields = HTTPHeaders(
          (0..<count).map { HTTPField(name: "Connection", value: "a\(1_000_000 + $0)") })
        _ = StoredFields.stored(fields + others, at: CacheScene.start)
      case .notModified: _ = StoredFields.updated(fields, by: others, at: CacheScene.start)
      case .serving:
        var scene = CacheScene()
        scene.store(fields + ["Cache-Control": "max-age=9, no-cache=\"\(list)\""])
        _ = scene.served(after: 1)
      case .vary:
        let vary = VaryField.fields(of: list + "," + list) ?? []
        _ = VaryField.selecting(vary, of: ["Accept": "a"])
      case .replacing:
        let headers: HTTPHeaders = ["Cache-Control": "max-age=1", "Vary": list]
        var scene = CacheScene()
        scene.store(headers)
        _ = scene.outcome(200, headers, after: 9)
      case .invalidating:
        let locations = HTTPHeaders(fields.map { HTTPField(name: "Location", value: "/\($0.name)") })
        _ = CacheScene().outcome(201, locations, method: .post)
      }
    }
  }

  /// The number of names in a message is up to its sender.
  @Test(.heavy, arguments: Use.allCases) func manyNamesTakeLinearTime(use: Use) {
    expectLinearTime(from: 500) { count in processorTime { use.perform(count) } }
  }
}

private func + (fields: HTTPHeaders, others: HTTPHeaders) -> HTTPHeaders {
  HTTPHeaders(Array(fields) + Array(others))
}
