import Foundation
import Net
import TestSupport
import Testing

struct URLEncodedFormEncoderTests {
  private func text(
    _ value: some Encodable, _ encoder: URLEncodedFormEncoder = URLEncodedFormEncoder()
  ) throws -> String {
    try encoder.encode(value).removingPercentEncoding ?? ""
  }

  private struct One<Value: Encodable>: Encodable {
    var k: Value
  }

  private struct Login: Encodable {
    var username = "dasdöm"
    var password = "%&34"
  }

  @Test func membersAreEncodedInOrderAndEscaped() throws {
    expectEqual(try URLEncodedFormEncoder().encode(Login()), "username=dasd%C3%B6m&password=%25%2634")
  }

  @Test func spacesAndPlusesAreEscaped() throws {
    expectEqual(try URLEncodedFormEncoder().encode(["k k": "a b+c"]), "k%20k=a%20b%2Bc")
    expectEqual(
      try URLEncodedFormEncoder(spaceEncoding: .plusReplaced).encode(["k k": "a b+c"]), "k+k=a+b%2Bc")
  }

  // MARK: - Primitives

  @Test func integersOfAllSizesAreEncoded() throws {
    expectEqual(try text(One(k: Int.min)), "k=-9223372036854775808")
    expectEqual(try text(One(k: Int8.min)), "k=-128")
    expectEqual(try text(One(k: Int16.min)), "k=-32768")
    expectEqual(try text(One(k: Int32.min)), "k=-2147483648")
    expectEqual(try text(One(k: Int64.max)), "k=9223372036854775807")
    expectEqual(try text(One(k: UInt.max)), "k=18446744073709551615")
    expectEqual(try text(One(k: UInt8.max)), "k=255")
    expectEqual(try text(One(k: UInt16.max)), "k=65535")
    expectEqual(try text(One(k: UInt32.max)), "k=4294967295")
    expectEqual(try text(One(k: UInt64.max)), "k=18446744073709551615")
    expectEqual(try text(One(k: Int128.min)), "k=-170141183460469231731687303715884105728")
    expectEqual(try text(One(k: UInt128.max)), "k=340282366920938463463374607431768211455")
  }

  @Test func fractionsAreEncoded() throws {
    expectEqual(try text(One(k: 0.1)), "k=0.1")
    expectEqual(try text(One(k: Float(0.1))), "k=0.1")
  }

  @Test func decimalsAreEncoded() throws {
    expectEqual(try text(One(k: Decimal(string: "1.10"))), "k=1.1")
  }

  @Test func urlsAndUUIDsAreEncoded() throws {
    let id = UUID()
    expectEqual(try text(One(k: URL(string: "https://example.com/a"))), "k=https://example.com/a")
    expectEqual(try text(One(k: id)), "k=\(id.uuidString)")
  }

  @Test func booleansAreEncoded() throws {
    expectEqual(try text(["k": [true, false]]), "k[]=1&k[]=0")
    expectEqual(
      try text(["k": [true, false]], URLEncodedFormEncoder(boolEncoding: .literal)), "k[]=true&k[]=false")
  }

  private enum Sort: String, Encodable { case stars }

  @Test func rawRepresentablesAreEncoded() throws {
    expectEqual(try text(One(k: Sort.stars)), "k=stars")
  }

  // MARK: - Dates and bytes

  private let date = Date(timeIntervalSince1970: 1_483_611_284)

  @Test func datesAreEncoded() throws {
    expectEqual(try text(One(k: date)), "k=505304084")
    expectEqual(
      try text(One(k: date), URLEncodedFormEncoder(dateEncoding: .secondsSince1970)), "k=1483611284")
    expectEqual(
      try text(One(k: date), URLEncodedFormEncoder(dateEncoding: .iso8601)), "k=2017-01-05T10:14:44Z")
    expectEqual(
      try text(One(k: date), URLEncodedFormEncoder(dateEncoding: .formatted { _ in "now" })), "k=now")
  }

  @Test func dataIsEncoded() throws {
    expectEqual(try text(One(k: Data([1, 2]))), "k=AQI=")
    expectEqual(
      try text(One(k: Data([1, 2])), URLEncodedFormEncoder(dataEncoding: .formatted { "\($0.count)" })), "k=2"
    )
  }

  @Test func aDateOutOfRangeIsAnError() {
    let far = Date(timeIntervalSince1970: 1e12)
    #expect(throws: ParameterEncodingError.dateOutOfRange(secondsSince1970: 1e12, key: "k")) {
      try URLEncodedFormEncoder(dateEncoding: .iso8601).encode(One(k: far))
    }
  }

  // MARK: - Arrays and nesting

  @Test func arraysAreEncoded() throws {
    expectEqual(try text(One(k: ["b", "a"])), "k[]=b&k[]=a")
    expectEqual(try text(One(k: [1, 2]), URLEncodedFormEncoder(arrayEncoding: .noBrackets)), "k=1&k=2")
    expectEqual(
      try text(One(k: [1, 2]), URLEncodedFormEncoder(arrayEncoding: .indexInBrackets)), "k[0]=1&k[1]=2")
    expectEqual(
      try text(One(k: [1]), URLEncodedFormEncoder(arrayEncoding: .custom { "\($0).\($1)" })), "k.0=1")
  }

  @Test func nestedTypesAreEncoded() throws {
    expectEqual(try text(One(k: One(k: [One(k: 1), One(k: 2)]))), "k[k][][k]=1&k[k][][k]=2")
    expectEqual(try text(One(k: One(k: 1)), URLEncodedFormEncoder(keyPathEncoding: .dots)), "k.k=1")
    expectEqual(try text(One(k: [[1, 2], [3]])), "k[][]=1&k[][]=2&k[][]=3")
  }

  @Test func emptyValuesAreOmitted() throws {
    struct Nothing: Encodable {}
    expectEqual(try text(["a": [Int]()]), "")
    expectEqual(try text(["a": [String: Int]()]), "")
    expectEqual(try text(["a": Nothing()]), "")
    expectEqual(try text(Nothing()), "")
  }

  // MARK: - Keys

  @Test func dictionariesAreSortedAtEveryLevel() throws {
    let keys = "hgfedcba".map(String.init)
    let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    let sorted = keys.sorted()
    expectEqual(try text(values), sorted.map { "\($0)=1" }.joined(separator: "&"))
    expectEqual(try text(One(k: values)), sorted.map { "k[\($0)]=1" }.joined(separator: "&"))
    expectEqual(try text(One(k: [values])), sorted.map { "k[][\($0)]=1" }.joined(separator: "&"))
    expectEqual(try text(Optional(values)), sorted.map { "\($0)=1" }.joined(separator: "&"))
  }

  @Test func integersCanBeKeys() throws {
    expectEqual(try text([2: "b", 1: "a"]), "1=a&2=b")
  }

  private struct Page: Encodable {
    var perPage = 1
    var baseURL = "u"
    var aBCount = "v"
    var items = ["someKey": 2]
  }

  @Test func keysAreUnchangedByDefault() throws {
    expectEqual(try text(Page()), "perPage=1&baseURL=u&aBCount=v&items[someKey]=2")
  }

  @Test func keysCanBeSnakeCaseExceptInDictionaries() throws {
    expectEqual(
      try text(Page(), URLEncodedFormEncoder(keyEncoding: .snakeCase)),
      "per_page=1&base_url=u&a_b_count=v&items[someKey]=2")
  }

  @Test func keysCanBeKebabCase() throws {
    expectEqual(
      try text(Page(), URLEncodedFormEncoder(keyEncoding: .kebabCase)),
      "per-page=1&base-url=u&a-b-count=v&items[someKey]=2")
  }

  @Test func keysCanBeEncodedByAClosure() throws {
    expectEqual(try text(One(k: 1), URLEncodedFormEncoder(keyEncoding: .custom { "<\($0)>" })), "<k>=1")
  }

  // MARK: - Nil

  private struct Maybe: Encodable {
    var b: Bool?
    var s: String?
    var d: Double?
    var f: Float?
    var i: Int?
    var i8: Int8?
    var i16: Int16?
    var i32: Int32?
    var i64: Int64?
    var i128: Int128?
    var u: UInt?
    var u8: UInt8?
    var u16: UInt16?
    var u32: UInt32?
    var u64: UInt64?
    var u128: UInt128?
    var date: Date?
    var list: [Int]?
    var last = 1
  }

  @Test func nilIsOmittedByDefault() throws {
    expectEqual(try text(Maybe()), "last=1")
  }

  @Test func nilCanBeAnEmptyValue() throws {
    expectEqual(
      try text(Maybe(), URLEncodedFormEncoder(nilEncoding: .dropValue)),
      "b=&s=&d=&f=&i=&i8=&i16=&i32=&i64=&i128=&u=&u8=&u16=&u32=&u64=&u128=&date=&list=&last=1")
  }

  @Test func nilCanBeNull() throws {
    let encoder = URLEncodedFormEncoder(nilEncoding: .null)
    expectEqual(try text(["k": [1, nil]], encoder), "k[]=1&k[]=null")
    expectEqual(try text(["k": String?.none], encoder), "k=null")
  }

  @Test func presentOptionalsAreEncoded() throws {
    let maybe = Maybe(
      b: true, s: "s", d: 0.5, f: 0.5, i: 1, i8: 2, i16: 3, i32: 4, i64: 5, i128: 6, u: 7, u8: 8, u16: 9,
      u32: 10, u64: 11, u128: 12, date: date, list: [4], last: 5)
    let numbers = "d=0.5&f=0.5&i=1&i8=2&i16=3&i32=4&i64=5&i128=6&u=7&u8=8&u16=9&u32=10&u64=11&u128=12"
    expectEqual(try text(maybe), "b=1&s=s&\(numbers)&date=505304084&list[]=4&last=5")
  }

  // MARK: - Containers

  private class Animal: Encodable {
    var name = "Rex"
  }

  private final class Dog: Animal {
    private enum CodingKeys: CodingKey { case tail, parent }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("long", forKey: .tail)
      try super.encode(to: container.superEncoder())
      try super.encode(to: container.superEncoder(forKey: .parent))
    }
  }

  @Test func superclassesAreEncodedAsMembers() throws {
    expectEqual(try text(Dog()), "tail=long&super[name]=Rex&parent[name]=Rex")
  }

  private struct ByHand: Encodable {
    private enum CodingKeys: CodingKey { case a, b, c }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
      try nested.encode(1, forKey: .b)
      try nested.encodeNil(forKey: .c)
      var list = container.nestedUnkeyedContainer(forKey: .b)
      try list.encode(2)
      try list.encodeNil()
      var listed = list.nestedContainer(keyedBy: CodingKeys.self)
      try listed.encode(3, forKey: .a)
      var inner = list.nestedUnkeyedContainer()
      try inner.encode(4)
      try 5.encode(to: list.superEncoder())
      try container.encode(list.count, forKey: .c)
    }
  }

  @Test func manualContainersAreEncoded() throws {
    let encoder = URLEncodedFormEncoder(arrayEncoding: .indexInBrackets, nilEncoding: .null)
    expectEqual(
      try text(ByHand(), encoder), "a[b]=1&a[c]=null&b[0]=2&b[1]=null&b[2][a]=3&b[3][0]=4&b[4]=5&c=5")
  }

  private struct Twice: Encodable {
    private enum CodingKeys: CodingKey { case a }

    func encode(to encoder: any Encoder) throws {
      var first = encoder.container(keyedBy: CodingKeys.self)
      try first.encode(1, forKey: .a)
      var second = encoder.container(keyedBy: CodingKeys.self)
      try second.encode(2, forKey: .a)
    }
  }

  @Test func aKeyEncodedTwiceKeepsTheLastValue() throws {
    expectEqual(try text(Twice()), "a=2")
  }

  private class Vehicle: Encodable {
    enum CodingKeys: CodingKey { case details, colors }
    enum DetailKeys: CodingKey { case wheels, doors }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var details = container.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)
      try details.encode(4, forKey: .wheels)
      var colors = container.nestedUnkeyedContainer(forKey: .colors)
      try colors.encode("red")
    }
  }

  private final class Car: Vehicle {
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      var details = container.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)
      try details.encode(2, forKey: .doors)
      var colors = container.nestedUnkeyedContainer(forKey: .colors)
      try colors.encode("blue")
    }
  }

  @Test func aNestedContainerRequestedTwiceKeepsWhatItHas() throws {
    expectEqual(try text(Car()), "details[wheels]=4&details[doors]=2&colors[]=red&colors[]=blue")
    let json = JSONEncoder()
    json.outputFormatting = .sortedKeys
    expectEqual(
      String(decoding: try json.encode(Car()), as: UTF8.self),
      #"{"colors":["red","blue"],"details":{"doors":2,"wheels":4}}"#)
  }

  private struct Similar: Encodable {
    enum CodingKeys: String, CodingKey { case first = "perPage", second = "per_page" }

    var first = 1
    var second = 2
  }

  @Test func membersWhoseNamesBecomeEqualAreBothSent() throws {
    expectEqual(try text(Similar(), URLEncodedFormEncoder(keyEncoding: .snakeCase)), "per_page=1&per_page=2")
  }

  private struct Path: Encodable {
    final class Seen { var path = "" }
    let seen: Seen

    func encode(to encoder: any Encoder) throws {
      seen.path = encoder.codingPath.map(\.stringValue).joined(separator: "/")
    }
  }

  @Test func theCodingPathIsKept() throws {
    let seen = Path.Seen()
    _ = try text(One(k: ["a": [Path(seen: seen)]]))
    expectEqual(seen.path, "k/a/0")
  }

  private struct Info: Encodable {
    func encode(to encoder: any Encoder) throws {
      let key = CodingUserInfoKey(rawValue: "info")
      let text = key.flatMap { encoder.userInfo[$0] as? String }
      try ["info": text].encode(to: encoder)
    }
  }

  @Test func theUserInfoIsPassedOn() throws {
    var encoder = URLEncodedFormEncoder()
    if let key = CodingUserInfoKey(rawValue: "info") { encoder.userInfo[key] = "here" }
    expectEqual(try text(Info(), encoder), "info=here")
  }

  // MARK: - Errors

  @Test func theTopLevelMustBeKeyed() {
    #expect(throws: URLEncodedFormError.topLevelNotKeyed("Int")) { try text(1) }
    #expect(throws: URLEncodedFormError.topLevelNotKeyed("String")) { try text("a") }
    #expect(throws: URLEncodedFormError.topLevelNotKeyed("Array<Int>")) { try text([1]) }
    #expect(throws: URLEncodedFormError.topLevelNotKeyed("Date")) { try text(Date()) }
    #expect(throws: URLEncodedFormError.topLevelNotKeyed("Optional<Login>")) { try text(Login?.none) }
  }

  private struct Mixed: Encodable {
    private enum CodingKeys: CodingKey { case a }

    func encode(to encoder: any Encoder) throws {
      var keyed = encoder.container(keyedBy: CodingKeys.self)
      try keyed.encode(1, forKey: .a)
      var list = encoder.unkeyedContainer()
      try list.encode(2)
    }
  }

  @Test func mixedContainersAreAnError() {
    #expect(throws: URLEncodedFormError.mixedContainers("k")) { try text(One(k: Mixed())) }
  }

  private struct Broken: Error {}

  @Test func anErrorOfAClosureIsRethrown() {
    #expect(throws: Broken.self) {
      try text(One(k: [1]), URLEncodedFormEncoder(arrayEncoding: .custom { _, _ in throw Broken() }))
    }
  }

  @Test func errorDescriptionsNameTheType() {
    expectEqual(
      "\(URLEncodedFormError.topLevelNotKeyed("Int"))",
      "a value of type Int has no keys, which the top level of a form needs")
  }

  @Test func parametersAreFlattened() throws {
    let flat = try URLEncodedFormEncoder().parameters(of: ["a": ["b": 1]])
    expectEqual(flat, ["a[b]": 1])
  }
}
