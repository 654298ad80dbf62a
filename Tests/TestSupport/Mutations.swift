package import Foundation

#if canImport(Testing)
  import Testing
#endif

/// Inputs for a parser, drawn from a seed: valid inputs mutated at random, split and sliced in different ways.
package struct Mutations {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The number of parts of a hundred thousand mutations, so that no test keeps its thread for long.
  package static let parts = 20
  /// The number of mutations in a part.
  package static let rounds = 5_000

  package mutating func number(in range: ClosedRange<Int>) -> Int {
    // The slight bias does not matter; `Int.random` takes as long as parsing a line.
    range.lowerBound + Int(random.next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// Returns one of the originals with up to six mutations; the tokens have a meaning for the parser.
  package mutating func mutated(_ originals: [[UInt8]], tokens: [[UInt8]]) -> [UInt8] {
    var bytes = originals[number(in: 0...originals.count - 1)]
    for _ in 0..<number(in: 0...6) {
      let index = number(in: 0...bytes.count)
      switch number(in: 0...4) {
      case 0: bytes.insert(UInt8(number(in: 0...255)), at: index)
      case 1, 2: bytes.insert(contentsOf: tokens[number(in: 0...tokens.count - 1)], at: index)
      case 3: bytes.removeSubrange(index..<min(bytes.count, index + number(in: 1...8)))
      default: bytes.insert(contentsOf: bytes[index...].prefix(12), at: number(in: 0...bytes.count))
      }
    }
    return bytes
  }

  /// Splits the bytes into chunks of up to twelve, some of them empty, that are slices of one value.
  package mutating func pieces(of bytes: [UInt8]) -> [Data] {
    let whole = Data(bytes)
    var pieces: [Data] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + number(in: 0...12))
      pieces.append(whole[start..<end])
      start = end
    }
    return pieces
  }

  /// Returns the bytes as a slice of others, so that their first index is not 0.
  package mutating func slice(of bytes: [UInt8]) -> Data {
    let before = number(in: 1...3)
    return Data([0x0a, 0x3a, 0x22].suffix(before) + bytes + [0x0a, 0x3a])[before..<before + bytes.count]
  }
}

extension [String] {
  /// The UTF-8 bytes of each string.
  package var bytes: [[UInt8]] { map { [UInt8]($0.utf8) } }
}

#if canImport(Testing)
  extension Mutations {
    /// Checks inputs drawn from a seed, and records each failure.
    package static func check(
      seed: UInt64, _ body: (inout Mutations, inout [String]) throws -> Void
    ) rethrows {
      var (mutations, failures) = (Mutations(seed: seed), [String]())
      try body(&mutations, &failures)
      for failure in failures { Issue.record("\(failure)") }
    }
  }
#endif
