import TestSupport
import Testing

@testable import Net

/// A suggestion of the server is reduced to a plain file name.
@Suite struct FileNameTests {
  @Test(arguments: [
    ("report.pdf", "report.pdf"), ("Grün 🇩🇪.txt", "Grün 🇩🇪.txt"), ("a%2Fb", "a%2Fb"), ("a:b", "a:b"),
    ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("C:\\Windows\\a.exe", "a.exe"),
    ("..\\..\\a", "a"), ("a/b/", "b"), (".bashrc", "bashrc"), ("...a..", "a"), (" . a b .", "a b"),
    ("a\0b\r\nc\u{7f}\u{85}d", "abcd"), ("fdp.\u{202e}exe", "fdp.exe"), ("\u{feff}a\u{2066}b", "ab"),
    ("a/\u{338}b", "\u{338}b"), ("~", "~"),
  ])
  func pathsAndControlCharactersAreRemoved(suggestion: String, expected: String) {
    expectEqual(FileName.safe(suggestion), expected)
  }

  @Test(arguments: ["", ".", "..", "/", "\\", "../", "a/..", " ", "\0", "\u{202e}", "./.", "...", "\t\n"])
  func aSuggestionWithoutANameIsNil(suggestion: String) { expectNil(FileName.safe(suggestion)) }

  @Test func aLongNameIsCutBeforeItsExtension() {
    let long = String(repeating: "a", count: 300)
    expectEqual(FileName.safe(long + ".tar.gz"), String(repeating: "a", count: 252) + ".gz")
    expectEqual(FileName.safe(long), String(repeating: "a", count: 255))
    expectEqual(FileName.safe("a." + long), "a." + String(repeating: "a", count: 253))
    expectEqual(FileName.safe(String(repeating: "a", count: 255)), String(repeating: "a", count: 255))
  }

  @Test func aLongNameIsCutBetweenCharacters() {
    let name = FileName.safe(String(repeating: "🇩🇪", count: 50) + ".txt")
    expectEqual(name, String(repeating: "🇩🇪", count: 31) + ".txt")
  }

  @Test func aCharacterLongerThanAnyNameIsCut() {
    let name = FileName.safe("e" + String(repeating: "\u{301}", count: 200) + ".txt")
    expectEqual(name?.utf8.count, 255)
    expectEqual(name?.hasSuffix(".txt"), true)
  }
}
