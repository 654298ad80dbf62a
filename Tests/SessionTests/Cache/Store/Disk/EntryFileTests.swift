import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct EntryFileTests {
  private static let key = CacheKey(url: "https://example.com/ä?q=1", partition: "user")

  private static func file(body: Data? = Data("hello".utf8)) -> EntryFile {
    var response = StoreFixture.head(tag: "\"ü\"")
    response.url = key.url
    return EntryFile(id: 77, key: key, response: response, bodySize: 5, body: body)
  }

  @Test func everyPartOfAHeadSurvivesWritingAndReading() throws {
    let (time, later) = (Date(timeIntervalSince1970: -1.5), Date(timeIntervalSince1970: 4e9 + 0.125))
    let fields: HTTPHeaders = [HTTPField(name: "A", value: ""), HTTPField(name: "a", value: "ü, \"b\"")]
    for (range, lifetime, version, url) in [
      (nil, nil, nil, Self.key.url), (StoredRange(first: 0, last: .max, total: nil), .zero, "", "other"),
      (StoredRange(first: 1, last: 2, total: 3), .seconds(-1) + .nanoseconds(7), "HTTP/2", ""),
    ] as [(StoredRange?, Duration?, String?, String)] {
      let response = StoredResponse(
        method: "X", url: url.isEmpty ? Self.key.url : url, requestHeaders: fields, status: 599,
        headers: fields,
        httpVersion: version, requestTime: time, responseTime: later, range: range, lifetime: lifetime,
        isInvalid: range != nil)
      let file = EntryFile(id: .max, key: Self.key, response: response, bodySize: 1 << 40, body: nil)
      let read = try #require(try EntryFile(file.encoded()))
      expectEqual(read.id, .max)
      expectEqual(read.key, Self.key)
      expectEqual(read.response, response)
      expectEqual(read.bodySize, 1 << 40)
      expectNil(read.body)
    }
  }

  @Test(arguments: [
    Duration.seconds(1e19), .seconds(Int64.max), .seconds(-1e19), Duration(attoseconds: .max),
  ])
  func aLifetimeOfAnyLengthSurvivesWritingAndReading(_ lifetime: Duration) throws {
    var file = Self.file()
    file.response.lifetime = lifetime
    let stored = try #require(file.response.lifetime)
    expectEqual(stored > .zero, lifetime > .zero)
    expectEqual(try EntryFile(file.encoded())?.response, file.response)
    let data = try JSONEncoder().encode(file.response)
    expectEqual(try JSONDecoder().decode(StoredResponse.self, from: data), file.response)
  }

  @Test(arguments: [Int64.min, -1, .max, .max - 1_000])
  func aBodyOfASizeThatCannotBeIsDamage(_ size: Int64) throws {
    let file = EntryFile(
      id: 1, key: Self.key, response: StoreFixture.head(), bodySize: size, body: nil)
    #expect(throws: CacheStoreError.damaged) { try EntryFile(file.encoded()) }
  }

  @Test func aShortBodyIsInTheFile() throws {
    expectEqual(try EntryFile(Self.file().encoded())?.body, Data("hello".utf8))
    let empty = EntryFile(
      id: 1, key: Self.key, response: StoreFixture.head(), bodySize: 0, body: Data())
    expectEqual(try EntryFile(empty.encoded())?.body, Data())
  }

  @Test(arguments: [true, false])
  func aChangedByteAnywhereIsFound(isBodyInside: Bool) throws {
    let bytes = try Self.file(body: isBodyInside ? Data("hello".utf8) : nil).encoded()
    var unnoticed: [Int] = []
    for index in bytes.indices {
      for change: UInt8 in [0x01, 0x80, 0xff] {
        var damaged = bytes
        damaged[index] ^= change
        // A file of another version is not read either.
        if try Self.isRead(damaged) { unnoticed.append(index) }
      }
    }
    expectTrue(unnoticed.isEmpty)
  }

  @Test(arguments: [true, false])
  func aFileOfAnyOtherLengthIsDamaged(isBodyInside: Bool) throws {
    let bytes = try Self.file(body: isBodyInside ? Data("hello".utf8) : nil).encoded()
    let read = try bytes.indices.filter { try Self.isRead(Array(bytes[..<$0])) }
    expectTrue(read.isEmpty)
    #expect(try !Self.isRead(bytes + [0]))
    #expect(try !Self.isRead(bytes + bytes))
  }

  @Test func aFileOfALaterVersionIsIgnored() throws {
    var bytes = try Self.file().encoded()
    bytes[7] = 2
    expectNil(try EntryFile(bytes))
  }

  @Test func otherFilesAreDamaged() throws {
    let files: [[UInt8]] = [
      [], [0], Array("NScache".utf8), Array("NScache\u{1}".utf8), Array(repeating: 0xff, count: 100_000),
      Array("NScache\u{1}".utf8) + Array(repeating: 0xff, count: 1000),
    ]
    #expect(try files.filter(Self.isRead).isEmpty)
  }

  @Test func aHeadThatIsTooLargeIsRefused() throws {
    var response = StoreFixture.head()
    response.headers.add(name: "X", value: String(repeating: "x", count: 5 << 20))
    let file = EntryFile(id: 1, key: Self.key, response: response, bodySize: 0, body: nil)
    #expect(throws: CacheStoreError.tooLarge(limit: EntryFile.longestFile)) { try file.encoded() }
  }

  private static func isRead(_ bytes: [UInt8]) throws -> Bool {
    do {
      return try EntryFile(bytes) != nil
    } catch CacheStoreError.damaged {
      return false
    }
  }
}
