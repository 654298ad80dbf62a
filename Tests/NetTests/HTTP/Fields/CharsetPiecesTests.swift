import Foundation
import TestSupport
import Testing

@testable import Net

/// Texts of any length are converted, although Foundation fails between two of its blocks.
@Suite struct CharsetPiecesTests {
  /// `日` in ISO-2022-JP, with the escape sequences around it.
  private static let day: [UInt8] = [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42]

  private func charset(_ name: String) throws -> Charset { try #require(Charset(named: name)) }

  private func ascii(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "a"), count: count) }

  @Test(arguments: [1, 399, 400, 502, 503, 504, 600, 992, 1_000, 1_500, 20_000])
  func anEscapeSequenceMayFollowManyBytes(count: Int) throws {
    let bytes = Data(ascii(count) + Self.day + ascii(count) + Self.day)
    let letters = String(repeating: "a", count: count)
    expectEqual(try charset("iso-2022-jp").text(of: bytes), letters + "日" + letters + "日")
    expectEqual(try charset("iso-2022-jp").data(of: letters + "日" + letters + "日"), bytes)
  }

  @Test(arguments: [1, 99, 100, 101, 199, 200, 201, 504, 1_000, 5_000])
  func aRunOfCharactersMayBeLong(count: Int) throws {
    let characters = Array(repeating: [UInt8](Self.day[3...4]), count: count).flatMap(\.self)
    let bytes = Data(Self.day.prefix(3) + characters + Self.day.suffix(3) + ascii(3))
    let text = String(repeating: "日", count: count) + "aaa"
    let charset = try charset("iso-2022-jp")
    expectEqual(charset.text(of: bytes), text)
    expectEqual(charset.data(of: text), bytes)
  }

  /// A line break ends what an escape sequence has begun, even between two pieces.
  @Test(arguments: [396, 397, 398, 399, 400]) func aLineBeginsInASCII(count: Int) throws {
    let bytes = Data(ascii(count) + Self.day.prefix(5) + [0x0a] + ascii(500) + Self.day)
    let text = try charset("iso-2022-jp").text(of: bytes)
    expectEqual(text, String(repeating: "a", count: count) + "日\n" + String(repeating: "a", count: 500) + "日")
  }

  @Test(arguments: [0, 1, 399, 400, 996, 997, 998, 999, 1_000, 1_996, 1_997, 1_998, 1_999, 2_999])
  func aCharacterOfFourBytesMayCrossABlock(count: Int) throws {
    let bytes = Data(ascii(count) + [0x95, 0x32, 0x82, 0x36])
    let text = String(repeating: "a", count: count) + "\u{20000}"
    expectEqual(try charset("gb18030").text(of: bytes), text)
    expectEqual(try charset("gb18030").data(of: text), bytes)
    expectEqual(try charset("gb18030").reversibleText(of: bytes), text)
  }

  /// Between two pieces of GB18030 the bytes of an escape sequence are characters like others.
  @Test func escapeSequencesAreTextInGB18030() throws {
    let text = String(repeating: "a", count: 97) + "\u{1b}(B\u{1b}x"
    expectEqual(try charset("gb18030").data(of: text), Data(text.utf8))
  }

  /// Foundation ends the process instead of encoding this text.
  @Test func aTextThatEndsWithAReplacementCharacterIsEncoded() throws {
    let text = String(repeating: "\u{fffd}", count: 249) + "aaa\u{fffd}"
    let charset = try charset("gb18030")
    let bytes = try #require(charset.data(of: text))
    expectEqual(bytes.count, 1_003)
    expectEqual(charset.reversibleText(of: bytes), text)
  }

  @Test(arguments: [[0x81], [0x81, 0x20], [0x84, 0x31, 0xa4], [0x81, 0x30, 0x20, 0x20]] as [[UInt8]])
  func invalidBytesAfterManyOthersAreNoText(end: [UInt8]) throws {
    expectNil(try charset("gb18030").text(of: Data(ascii(1_200) + end)))
  }

  @Test(arguments: [[0x1b], [0x1b, 0x28], [0x1b, 0x24, 0x42, 0x46], [0xb1], [0x0e]] as [[UInt8]])
  func invalidSequencesAfterManyBytesAreNoText(end: [UInt8]) throws {
    expectNil(try charset("iso-2022-jp").text(of: Data(ascii(1_200) + end)))
  }

  /// Random texts, also as slices whose indices do not begin at zero.
  @Test(arguments: ["gb18030", "iso-2022-jp"]) func textsAreTheSameAfterBothConversions(name: String) throws {
    let charset = try charset(name)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let alphabet: [Character] = ["a", "日", "本", "\n", " ", "語", "z"]
      var text = ""
      for _ in 0..<Int.random(in: 0...1_500, using: &random) {
        text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      let bytes = try #require(charset.data(of: text))
      expectEqual(charset.text(of: Data([0] + bytes).dropFirst()), text)
    }
  }
}
