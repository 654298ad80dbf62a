import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Values that differ are reported so that the reader sees how, even if their descriptions are the same.
@Suite struct ValueDifferenceTests {
  private struct Profile: Equatable {
    var name = "a"
    var data = Data([0xff])
    var tags = [Date(timeIntervalSince1970: 1)]
  }

  private final class Counter: Equatable {
    let count: Int

    init(_ count: Int) { self.count = count }

    static func == (left: Counter, right: Counter) -> Bool { left.count == right.count }
  }

  /// Its description hides what its author does not want to see in reports.
  private struct Key: Equatable, CustomStringConvertible {
    var bytes: String
    let description = "a key"
  }

  private struct Nested: Equatable {
    var leaf = 0
    var inner: [Nested] = []
  }

  private struct Login: Equatable {
    var password: Data
  }

  private func message<Value: Equatable>(_ actual: Value, _ expected: Value) -> String {
    failures { expect(actual).to(equal(expected)) }.joined()
  }

  @Test func bytesAreShownAsTextOrHexadecimalDigits() {
    expectEqual(message(Data("abc".utf8), Data("abd".utf8)), #"expected 3 bytes: "abd", got 3 bytes: "abc""#)
    expectEqual(message(Data([1, 255]), Data([2, 255])), "expected 2 bytes: 02 ff, got 2 bytes: 01 ff")
    expectEqual(
      failures { expect(Result<Data, any Error>.success(Data([1]))).to(beSuccess(Data([2]))) },
      ["expected the success 1 byte: 02, got the success 1 byte: 01"])
  }

  @Test func manyBytesAreReportedWithTheFirstThatDiffers() {
    let zeros = Data(count: 100_000)
    #expect(message(zeros + [1], zeros + [2]).hasSuffix("; they differ at byte 100000: 02, 01"))
    #expect(message(zeros, zeros + [2]).contains("expected 100001 bytes"))
  }

  @Test func secretsInBytesAreHidden() {
    let text = message(Data(#"{"password":"hunter1"}"#.utf8), Data(#"{"password":"hunter2"}"#.utf8))
    #expect(!text.contains("hunter"), "\(text)")
    #expect(text.contains("they differ at byte"), "\(text)")
  }

  @Test func fractionsOfSecondsAreShown() {
    let date = Date(timeIntervalSince1970: 1_000_000)
    expectEqual(
      message(date.addingTimeInterval(0.5), date),
      "expected 1970-01-12 13:46:40 +0000, got 1970-01-12 13:46:40.5 +0000")
    let text = message(
      Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 1.000_000_1))
    #expect(text.hasSuffix("; they differ at seconds since 2001: 1.0000001, 1.0"), "\(text)")
  }

  @Test func thePropertyThatDiffersIsNamed() {
    #expect(
      message(Profile(data: Data([0xfe])), Profile()).hasSuffix("; they differ at data, byte 0: ff, fe"))
    #expect(
      message(Profile(tags: [Date(timeIntervalSince1970: 1.5)]), Profile())
        .hasSuffix("; they differ at tags[0]: 1970-01-01 00:00:01 +0000, 1970-01-01 00:00:01.5 +0000"))
    #expect(message(Counter(1), Counter(2)).hasSuffix("; they differ at count: 2, 1"))
    #expect(message([1: Data([1])], [1: Data([2])]).hasSuffix("; they differ at [1], byte 0: 02, 01"))
    #expect(
      message(["a": [Data([1])]], ["a": [Data([2])]]).hasSuffix(#"; they differ at ["a"][0], byte 0: 02, 01"#)
    )
  }

  @Test func whatADescriptionHidesIsNamedAndNotShown() {
    expectEqual(
      message(Key(bytes: "a"), Key(bytes: "b")),
      "expected a key, got a key; they differ at bytes, character 0")
    #expect(
      message(Login(password: Data([1])), Login(password: Data([2]))).hasSuffix(
        "; they differ at password, byte 0"))
    #expect(
      message(["password": Data([1])], ["password": Data([2])]).hasSuffix(
        #"; they differ at ["password"], byte 0"#))
    let (a, b) = (HTTPHeaders(["Authorization": "Bearer a"]), HTTPHeaders(["Authorization": "Bearer b"]))
    #expect(message(a, b).hasSuffix("; values differ (hidden)"))
    let text = message(ResponseHead(status: 200, url: URL(string: "https://a/")), ResponseHead(status: 200))
    expectEqual(text, "expected 200, got 200; they differ at url")
  }

  @Test func aPartThatDiffersOnlyInASecretIsReportedAsHidden() {
    let (a, b) = (HTTPHeaders(["Authorization": "Bearer a"]), HTTPHeaders(["Authorization": "Bearer b"]))
    let other = HTTPHeaders(["Accept": "c"])
    let texts = failures {
      expect([a, other]).to(contain(b))
      expect([a]).to(beginWith(b))
      expect([other, a]).to(endWith(b))
      expect(a).to(satisfyAnyOf(equal(b), equal(other)))
      expect(a).to(satisfyAllOf(equal(a), equal(b)))
    }
    expectEqual(texts.count, 5)
    expectEqual(texts.filter { !$0.hasSuffix("; values differ (hidden)") }, [])
    let shown = failures {
      expect([other]).to(contain(b))
      expect(3).to(satisfyAllOf(equal(3), equal(4)))
    }
    #expect(shown.count == 2 && shown.filter { $0.contains(";") } == [])
  }

  @Test func longTextsAreCutAroundTheFirstDifference() {
    let long = String(repeating: "a", count: 3_000)
    let text = message(long + "x", long + "y")
    #expect(text.hasPrefix("expected …aa") && text.contains("aay\" (3003 characters), got …aa"), "\(text)")
    #expect(text.hasSuffix("aax\" (3003 characters)"), "\(text)")
    let numbers = Array(0..<100_000)
    #expect(message(numbers, numbers.dropLast() + [5]).contains("99998, 5] ("))
    let success = failures { expect(Result<String, any Error>.success(long + "x")).to(beSuccess(long + "y")) }
    #expect(success.joined().contains("aay\""))
  }

  @Test func aLongPathIsCutInItsMiddle() {
    let key = "begin" + String(repeating: "k", count: 100_000) + "end"
    let ofKey = message([key: ["a": 1, "b": 2]], [key: ["a": 1, "b": 3]])
    #expect(ofKey.contains(#"they differ at ["begink"#))
    #expect(ofKey.hasSuffix(#"kend"]["b"] (100017 characters): 3, 2"#))
    expectTrue(ofKey.count < 1_000)
  }

  @Test func theEndOfALinkedListIsNotSearched() {
    func list(endingWith leaf: Int, count: Int) -> Nested {
      (0..<count).reduce(Nested(leaf: leaf)) { rest, _ in Nested(inner: [rest]) }
    }
    let short = message(list(endingWith: 1, count: 30), list(endingWith: 2, count: 30))
    #expect(short.hasSuffix("they differ at \(String(repeating: "inner[0].", count: 30))leaf: 2, 1"))
    let long = message(list(endingWith: 1, count: 900), list(endingWith: 2, count: 900))
    #expect(long.hasSuffix("they differ at \(String(repeating: "inner[0].", count: 32).dropLast())"))
  }

  @Test func textsThatShowTheDifferenceHaveNoNote() {
    expectEqual(message(1, 2), "expected 2, got 1")
    expectEqual(message("a", "b"), #"expected "b", got "a""#)
    expectEqual(failures { expect(1).toNot(equal(1)) }, ["expected anything but 1, got 1"])
  }
}
