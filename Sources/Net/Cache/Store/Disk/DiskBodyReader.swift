import Foundation

/// Reads a body from its own file, one verified block at a time.
final class DiskBodyReader: CacheBodyReader {
  private struct State: Sendable {
    var block: Int64
    /// The number of bytes of the block to skip.
    var skipped: Int
    var rest = Data()
  }

  private let file: DiskFile
  private let blocks: BodyBlocks
  private let size: Int64
  private let state: Lock<State>
  private let onDamage: @Sendable () -> Void

  /// Opens the file.
  ///
  /// The closure is called if a block is damaged, before that is reported.
  init(
    _ name: String, in folder: OpenFolder, id: UInt64, size: Int64, from offset: Int64,
    onDamage: @escaping @Sendable () -> Void
  ) throws {
    file = try DiskFile(reading: name, in: folder)
    blocks = BodyBlocks(id: id)
    self.size = size
    self.onDamage = onDamage
    let (block, skipped) = BodyBlocks.position(of: min(max(0, offset), size))
    state = Lock(State(block: block, skipped: skipped))
    let prefix = blocks.prefix
    guard try file.regularSize() == BodyBlocks.fileSize(ofBody: size),
      try file.read(prefix.count, at: 0) == prefix
    else { throw CacheStoreError.damaged }
  }

  func read(atMost count: Int) throws -> Data? {
    do {
      return try state.withLock { state in
        if state.rest.isEmpty { try fill(&state) }
        let chunk = state.rest.prefix(max(0, count))
        state.rest = state.rest.dropFirst(chunk.count)
        return chunk.isEmpty ? nil : chunk
      }
    } catch CacheStoreError.damaged {
      onDamage()
      throw CacheStoreError.damaged
    }
  }

  private func fill(_ state: inout State) throws {
    let (offset, count) = BodyBlocks.block(state.block, ofBody: size)
    guard count > 0 else { return }
    let block = try blocks.opened(file.read(count + 8, at: offset), at: state.block)
    guard block.count == count else { throw CacheStoreError.damaged }
    state.rest = block.dropFirst(state.skipped)
    state.block += 1
    state.skipped = 0
  }
}

/// Reads a body that is stored in the file of its entry.
final class InsideBodyReader: CacheBodyReader {
  private let rest: Lock<Data>

  init(_ body: Data, from offset: Int64) { rest = Lock(body.dropFirst(Int(clamping: max(0, offset)))) }

  func read(atMost count: Int) -> Data? {
    rest.withLock { rest in
      let chunk = rest.prefix(max(0, count))
      rest = rest.dropFirst(chunk.count)
      return chunk.isEmpty ? nil : chunk
    }
  }
}
