import Foundation

/// Looks for the boundary of a form in a part that is read in chunks: at the start of a line, where it ends the part.
struct BoundarySearch {
  private let boundary: String
  private let mark: Data
  /// The last bytes before the next chunk; a part follows a line break.
  private var before = Data("\r\n".utf8)

  init(_ boundary: String) {
    self.boundary = boundary
    mark = Data("\r\n--\(boundary)".utf8)
  }

  mutating func look(in chunk: Data) throws(RequestBodyError) {
    let edge = mark.count - 1
    let seam = before + chunk.prefix(edge)
    guard seam.range(of: mark) == nil, chunk.range(of: mark) == nil else {
      throw .boundaryInContent(boundary)
    }
    before = Data((chunk.count < edge ? seam : chunk).suffix(edge))
  }
}

/// Reads a part up to the boundary, and fails there.
struct SearchedReader: BodyReader {
  private var base: any BodyReader
  private var search: BoundarySearch

  init(_ base: any BodyReader, for boundary: String) {
    self.base = base
    search = BoundarySearch(boundary)
  }

  mutating func read(atMost count: Int) throws -> Data? {
    guard let chunk = try base.read(atMost: count) else { return nil }
    try search.look(in: chunk)
    return chunk
  }
}

/// Passes on what is written of a part, and fails at the boundary.
final class SearchedOutput: BodyOutput {
  private let base: any BodyOutput
  private var search: BoundarySearch

  init(_ base: any BodyOutput, for boundary: String) {
    self.base = base
    search = BoundarySearch(boundary)
  }

  func write(_ chunk: Data) async throws {
    try search.look(in: chunk)
    try await base.write(chunk)
  }

  func write(_ byte: UInt8) async throws {
    try search.look(in: Data([byte]))
    try await base.write(byte)
  }
}
