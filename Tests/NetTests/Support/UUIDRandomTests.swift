import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct UUIDRandomTests {
  @Test func aRandomUUIDHasVersion4AndTheVariantOfTheRFC() {
    let bytes = (0..<200).map { _ in UUID.random().uuid }
    #expect(bytes.filter { $0.6 >> 4 != 4 || $0.8 >> 6 != 2 }.isEmpty)
  }

  @Test func allOtherBitsVary() {
    var (ones, zeros) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
    for _ in 0..<200 {
      // The text has the 16 bytes in order.
      let digits = Array(UUID.random().uuidString.filter { $0 != "-" })
      for index in 0..<16 {
        let byte = UInt8(String(digits[2 * index..<2 * index + 2]), radix: 16) ?? 0
        ones[index] |= byte
        zeros[index] |= ~byte
      }
    }
    let varying = zip(ones, zeros).map { $0 & $1 }
    expectEqual(varying, (0..<16).map { $0 == 6 ? 0x0f : $0 == 8 ? 0x3f : 0xff })
  }
}
