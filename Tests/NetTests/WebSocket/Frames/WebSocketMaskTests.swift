import TestSupport
import Testing

@testable import Net

@Suite struct WebSocketMaskTests {
  @Test func everyLengthAndOffsetIsMaskedAsByteByByte() {
    let key: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
    let plain = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var failures: [String] = []
    for count in 0...150 {
      for offset in 0...5 {
        var bytes = Array(plain.prefix(count))
        unsafe bytes.withUnsafeMutableBytes {
          unsafe WebSocketMask.apply(WebSocketMask.Key(UInt32(bigEndian: 0x37fa_213d)), to: $0, at: offset)
        }
        let expected = plain.prefix(count).enumerated().map { $0.element ^ key[($0.offset + offset) % 4] }
        if bytes != expected { failures.append("\(count) at \(offset)") }
      }
    }
    expectTrue(failures.isEmpty)
  }

  @Test func eachFrameHasItsOwnKey() throws {
    var endpoint = WebSocketEndpoint(role: .client)
    var keys: Set<[UInt8]> = []
    for _ in 0..<100 {
      endpoint.ping([])
      keys.insert(Array(endpoint.takeOutput()[2..<6]))
    }
    // Two of a hundred random keys are equal about once in a million runs.
    #expect(keys.count >= 99)
  }
}
