import Foundation
import Net
import TestSupport
import Testing

/// The examples of FIPS 180-4 and of NIST's test vectors for byte-oriented messages.
@Suite struct SHA256Tests {
  private func digits(_ text: String) -> String { SHA256.hexadecimal(SHA256.digest(Data(text.utf8))) }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func publishedExamplesHaveTheirDigests(text: String, digest: String) { expectEqual(digits(text), digest) }

  @Test func aMillionLettersHaveThePublishedDigest() {
    expectEqual(
      digits(String(repeating: "a", count: 1_000_000)),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Lengths around those at which the padding needs another block.
  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
  ])
  func thePaddingIsCorrectForEachLength(count: Int, digest: String) {
    expectEqual(digits(String(repeating: "a", count: count)), digest)
  }

  @Test func theDigestDoesNotDependOnTheStorageOfTheBytes() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    expectEqual(SHA256.digest(AnySequence(bytes)), SHA256.digest(bytes))
  }

  @Test func theDigestDoesNotDependOnTheChunks() {
    let bytes = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let whole = SHA256.digest(bytes)
    for size in [1, 7, 63, 64, 65, 200] {
      var hash = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        hash.update(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      expectEqual(hash.finalized(), whole)
    }
  }
}
