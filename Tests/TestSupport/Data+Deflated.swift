package import Foundation
package import Net
import Testing

extension Data {
  /// The bytes as a complete stream of this format.
  package func deflated(_ format: ZlibFormat, level: Int = -1) throws -> [UInt8] {
    let deflater = try #require(Deflater(format, level: level))
    var output: [UInt8] = []
    try deflater.append(Array(self), to: &output, flush: .finish)
    return output
  }
}

extension Deflater {
  /// Compresses an array, appends the result to another one, and completes the flush.
  package func append(_ input: [UInt8], to output: inout [UInt8], flush: Flush) throws {
    try unsafe input.withUnsafeBytes { bytes in try unsafe append(bytes, to: &output, flush: flush) }
  }
}
