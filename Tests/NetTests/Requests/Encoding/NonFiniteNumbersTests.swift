import Foundation
import Net
import TestSupport
import Testing

/// Numbers that are not finite have no form that services agree on, in a query as in JSON.
struct NonFiniteNumbersTests {
  private struct Point: Encodable {
    var at: [String: Double]
  }

  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+Inf", negativeInfinity: "-Inf", nan: "NaN")
    return encoder
  }()

  private func sent(_ parameters: Parameters, _ encoding: some ParameterEncoding) throws -> String {
    var request = TransportRequest(method: .post, url: try "https://x.com".asURL())
    try encoding.encode(parameters, into: &request)
    return String(decoding: try request.body.contents(), as: UTF8.self)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func oneInAFormIsAnErrorWithItsKey(number: Double) {
    #expect(throws: ParameterEncodingError.notFinite(key: "at[x]")) {
      try URLEncoding().string(of: ["n": 1, "at": ["x": number]])
    }
    #expect(throws: ParameterEncodingError.notFinite(key: "at[x]")) {
      try URLEncodedFormEncoder().encode(Point(at: ["x": number]))
    }
  }

  @Test func aDateThatIsNotANumberIsAnErrorWithItsKey() {
    let date = Date(timeIntervalSince1970: .nan)
    func key(_ encode: () throws -> some Any) -> String? {
      let error = #expect(throws: ParameterEncodingError.self) { try encode() }
      guard case .dateOutOfRange(_, let key)? = error else { return nil }
      return key
    }
    expectEqual(key { try URLEncoding(dateEncoding: .iso8601).string(of: ["at": ["x": date]]) }, "at[x]")
    expectEqual(key { try sent(["at": ["x": date]], JSONEncoding(dateEncoding: .iso8601)) }, "at.x")
    expectEqual(key { try URLEncodedFormEncoder(dateEncoding: .iso8601).encode(["x": date]) }, "x")
  }

  @Test func anyTypeOfNumberIsChecked() {
    #expect(throws: ParameterEncodingError.notFinite(key: "k")) {
      try URLEncoding().string(of: ["k": Float.nan])
    }
    #expect(throws: ParameterEncodingError.notFinite(key: "k")) {
      try URLEncodedFormEncoder().encode(["k": Decimal.nan])
    }
    #expect(throws: ParameterEncodingError.notFinite(key: "k")) {
      try URLEncoding().string(of: ["k": Date(timeIntervalSince1970: .nan)])
    }
    #expect(throws: URITemplateError.unspellable(variable: "k")) {
      try URITemplate("/{k}").expand(["k": Double.infinity])
    }
  }

  @Test func theErrorSaysTheKey() {
    expectEqual(
      "\(ParameterEncodingError.notFinite(key: "at[x]"))", #"the number with the key "at[x]" is not finite"#)
  }

  @Test func theTextsOfTheEncoderAreUsedInEveryFormat() throws {
    let parameters: Parameters = ["a": Double.nan, "b": Double.infinity, "c": -Double.infinity, "d": 1.5]
    let form = "a=NaN&b=%2BInf&c=-Inf&d=1.5"
    expectEqual(try URLEncoding().withDefaults(from: encoder).string(of: parameters), form)
    expectEqual(
      try sent(parameters, JSONEncoding().withDefaults(from: encoder)),
      #"{"a":"NaN","b":"+Inf","c":"-Inf","d":1.5}"#)
    expectEqual(
      try URLEncodedFormEncoder().withDefaults(from: encoder).encode(Point(at: ["x": .nan])), "at%5Bx%5D=NaN")
  }

  @Test func anEncoderWithoutTextsDefinesNone() {
    #expect(throws: ParameterEncodingError.notFinite(key: "k")) {
      try URLEncoding().withDefaults(from: JSONEncoder()).string(of: ["k": Double.nan])
    }
    #expect(throws: JSONError.notFinite(path: "k")) {
      try sent(["k": Double.nan], JSONEncoding().withDefaults(from: JSONEncoder()))
    }
  }
}
