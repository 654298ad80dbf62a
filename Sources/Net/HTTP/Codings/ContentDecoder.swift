import Foundation

/// Undoes the content codings of one body, in chunks of limited size.
///
/// ```text
/// feed ─▶ last coding ─▶ … ─▶ first coding ─▶ next
/// ```
///
/// A kilobyte may decode to a megabyte, so the caller takes the chunks one by one, and adds more input only when there
/// are none left. One thread at a time may use it.
final class ContentDecoder {
  private struct Stage {
    let coding: ContentCoding
    let decoder: any ByteDecoder
    var input: [UInt8] = []
    var used = 0
  }

  /// In the order in which they are undone.
  private var stages: [Stage] = []
  /// Whether there may be a chunk.
  private(set) var hasBacklog = false
  /// The error after the bytes that were decoded before it.
  private var failure: ContentDecodingError?

  /// The maximum size of a chunk.
  static let chunkSize = 65_536
  /// The maximum number of bytes between two stages.
  private static let portion = 16_384
  /// The maximum number of bytes between stages for one chunk.
  ///
  /// Encoded data may decode to nothing: a kilobyte with several codings may contain gigabytes of empty blocks between
  /// them, which would occupy the thread without a chunk after which it can be cancelled.
  private static let passedLimit = 1 << 25
  /// The number of bytes between stages since the last chunk.
  private var passed = 0

  /// Creates a decoder.
  ///
  /// - Parameter codings: The codings in the order in which they were applied; at least one.
  /// - Throws: An error if there are too many, or no memory.
  init(_ codings: [ContentCoding]) throws(ContentDecodingError) {
    guard codings.count <= ContentCoding.limit else {
      let names = codings.prefix(ContentCoding.limit).map(\.rawValue).joined(separator: ", ")
      throw ContentDecodingError(
        coding: names + ", …", reason: .tooManyCodings(limit: ContentCoding.limit))
    }
    for coding in codings.reversed() {
      guard let decoder = coding.decoder() else {
        throw ContentDecodingError(coding: coding.rawValue, reason: .outOfMemory)
      }
      stages.append(Stage(coding: coding, decoder: decoder))
    }
  }

  /// Adds the next bytes of the body.
  ///
  /// There must be no backlog.
  func feed(_ bytes: UnsafeRawBufferPointer) {
    unsafe stages[0].input.replaceSubrange(0..., with: bytes)
    stages[0].used = 0
    hasBacklog = true
  }

  /// Returns the next chunk, or nil if more input is needed.
  func next() throws(ContentDecodingError) -> Data? {
    let result: Result<Data?, ContentDecodingError> = unsafe withUnsafeTemporaryAllocation(
      byteCount: Self.chunkSize, alignment: 16
    ) { space in
      Result { () throws(ContentDecodingError) -> Data? in try unsafe chunk(in: space) }
    }
    do {
      let chunk = try result.get()
      if failure == nil, (chunk?.count ?? 0) < Self.chunkSize { hasBacklog = false }
      return chunk
    } catch {
      hasBacklog = false
      throw error
    }
  }

  /// Throws if the body must not end here.
  func finish() throws(ContentDecodingError) {
    for stage in stages where !stage.decoder.isComplete {
      throw ContentDecodingError(coding: stage.coding.rawValue, reason: .truncated)
    }
  }

  private func chunk(in space: UnsafeMutableRawBufferPointer) throws(ContentDecodingError) -> Data? {
    if let failure { throw failure }
    passed = 0
    var count = 0
    while count < space.count {
      do {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: space[count...])
        let produced = try unsafe pull(from: stages.count - 1, into: rest)
        if produced == 0 { break }
        count += produced
      } catch {
        guard count > 0 else { throw error }
        failure = error
        break
      }
    }
    guard count > 0, let base = space.baseAddress else { return nil }
    return unsafe Data(bytes: base, count: count)
  }

  /// Decodes until there is output or no more input; returns the number of bytes.
  private func pull(
    from index: Int, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentDecodingError) -> Int {
    while true {
      let produced = try unsafe step(index, into: output)
      if produced > 0 || index == 0 { return produced }
      guard try refill(index) else { return 0 }
    }
  }

  private func step(
    _ index: Int, into output: UnsafeMutableRawBufferPointer
  ) throws(ContentDecodingError) -> Int {
    let (decoder, used) = (stages[index].decoder, stages[index].used)
    let result: Result<DecoderProgress, DecoderFailure> =
      unsafe stages[index].input.withUnsafeBytes { input in
        Result { () throws(DecoderFailure) in
          try unsafe decoder.step(UnsafeRawBufferPointer(rebasing: input[used...]), into: output)
        }
      }
    do {
      let progress = try result.get()
      stages[index].used += progress.consumed
      return progress.produced
    } catch {
      throw ContentDecodingError(coding: stages[index].coding.rawValue, reason: error.reason)
    }
  }

  /// Moves output of the stage before into the input of a stage; returns whether there was any.
  private func refill(_ index: Int) throws(ContentDecodingError) -> Bool {
    var bytes: [UInt8] = []
    let result: Result<Int, ContentDecodingError> = unsafe withUnsafeTemporaryAllocation(
      byteCount: Self.portion, alignment: 16
    ) { space in
      let result = Result { () throws(ContentDecodingError) in
        try unsafe pull(from: index - 1, into: space)
      }
      if case .success(let count) = result {
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: space[..<count]))
      }
      return result
    }
    let count = try result.get()
    passed += count
    guard passed <= Self.passedLimit else {
      throw ContentDecodingError(
        coding: stages[index].coding.rawValue,
        reason: .invalid("\(Self.passedLimit) bytes of it contain less than \(Self.chunkSize)"))
    }
    stages[index].input = bytes
    stages[index].used = 0
    return count > 0
  }
}

extension DecoderFailure {
  fileprivate var reason: ContentDecodingError.Reason {
    switch self {
    case .invalidData(let text): .invalid(text)
    case .outOfMemory: .outOfMemory
    case .misuse(let code): .invalid("the library reports error \(code)")
    }
  }
}
