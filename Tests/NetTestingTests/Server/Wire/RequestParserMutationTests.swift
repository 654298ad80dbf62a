import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Parses a hundred thousand mutations of valid requests, the same in every run, in parts that run in parallel.
@Suite(.heavy) struct RequestParserMutationTests {
  @Test(arguments: 0..<Mutations.parts) func mutatedInputIsParsedTheSameWhereverItIsCut(part: Int) {
    var random = SeededGenerator(seed: 20_260_101 &+ UInt64(part))
    let kinds = ParserTrial.kinds.map { Array($0.utf8) }
    let limits = ServerLimits(requestLine: 200, headers: 300, body: 1_000)
    for round in 0..<Mutations.rounds {
      // Two requests, because a mutation of the first may change where the second starts.
      let bytes = mutated(kinds[round % 4] + kinds[round / 4 % 4], using: &random)
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...80, using: &random))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      if ParserTrial.events(pieces, limits: limits) != ParserTrial.events([bytes], limits: limits) {
        Issue.record(
          "part \(part), round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      }
    }
  }

  private func mutated(_ original: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      guard let index = bytes.indices.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(Array("\r\n :;0f,\t".utf8).randomElement(using: &random) ?? 0, at: index)
      case 3: bytes.insert(contentsOf: bytes[..<index].suffix(20), at: index)
      case 4: bytes.removeSubrange(index..<min(bytes.count, index + 30))
      default: bytes.swapAt(index, bytes.indices.randomElement(using: &random) ?? index)
      }
    }
    return bytes
  }
}
