extension BodyStream {
  /// Creates a stream from an asynchronous sequence of chunks: `Data`, `[UInt8]` or another sequence of bytes.
  ///
  /// Use it for content that arrives over time, such as a recording, or the body of another request.
  ///
  /// ```swift
  /// let download = network.get("film").chunks()
  /// network.put("copy", stream: BodyStream(download), contentType: "video/mp4")
  /// ```
  ///
  /// The sequence is iterated in a task that starts when the transport needs the first bytes, and that no
  /// actor runs. No thread waits for the next element, which is requested only while fewer than 256 KiB are
  /// buffered. Chunks may have any size. An error of the sequence fails the request, whose
  /// ``NetworkError/underlyingError`` it is.
  ///
  /// The request may end before the sequence, because it was cancelled, timed out, failed, was redirected or
  /// has a response. Then the task is cancelled at once: `Task.isCancelled` is true inside the sequence, and
  /// `onTermination` of an `AsyncStream` is called. The request does not wait for the sequence to end.
  ///
  /// - Parameters:
  ///   - count: The number of bytes, if known. Without it the body is sent in chunks where the transport can do that.
  ///   - isRepeatable: Whether each iteration returns the same bytes from the start. It does not for an `AsyncStream`,
  ///     or for the chunks of a response.
  ///   - sequence: The chunks.
  public init<Chunks: AsyncSequence & Sendable>(
    count: Int64? = nil, isRepeatable: Bool = false, _ sequence: Chunks
  ) where Chunks.Element: Sequence<UInt8> & SendableMetatype {
    self.init(count: count, isRepeatable: isRepeatable, sequence: { sequence })
  }

  /// Creates a stream from an asynchronous sequence of single bytes, such as `FileHandle.AsyncBytes`.
  ///
  /// It is read like a sequence of chunks. Bytes that are available together are sent together. Chunks are faster.
  ///
  /// ```swift
  /// network.post("terminal", stream: BodyStream(keys))
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of bytes, if known.
  ///   - isRepeatable: Whether each iteration returns the same bytes from the start.
  ///   - sequence: The bytes.
  public init<Bytes: AsyncSequence & Sendable>(
    count: Int64? = nil, isRepeatable: Bool = false, _ sequence: Bytes
  ) where Bytes.Element == UInt8 {
    self.init(count: count, isRepeatable: isRepeatable, sequence: { sequence })
  }

  /// Creates a stream from a closure that returns an asynchronous sequence of chunks for each attempt.
  ///
  /// It is read like a stream of one sequence, and can be sent again. In a module that is on the main actor by default,
  /// mark a sequence of your own `nonisolated`: no actor runs the task that iterates it.
  ///
  /// ```swift
  /// let entries = BodyStream(sequence: { await journal.entries() })
  /// network.post("journal", stream: entries, contentType: "application/x-ndjson")
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of bytes, if known.
  ///   - isRepeatable: Whether the closure can be called again and then returns the same bytes from the start.
  ///   - sequence: Returns the chunks. It is called in the task that iterates them. An error that it throws fails the
  ///     request.
  public init<Chunks: AsyncSequence & SendableMetatype>(
    count: Int64? = nil, isRepeatable: Bool = true, sequence: @escaping @Sendable () async throws -> Chunks
  ) where Chunks.Element: Sequence<UInt8> & SendableMetatype {
    self.init(count: count, isRepeatable: isRepeatable, source: ChunkSource(sequence: sequence))
  }

  /// Creates a stream from a closure that returns an asynchronous sequence of single bytes for each attempt.
  ///
  /// It is read like a stream of one sequence, and can be sent again.
  ///
  /// ```swift
  /// let source = BodyStream(sequence: { await journal.bytes() })
  /// network.put("journal", stream: source)
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of bytes, if known.
  ///   - isRepeatable: Whether the closure can be called again and then returns the same bytes from the start.
  ///   - sequence: Returns the bytes. It is called in the task that iterates them. An error that it throws fails the
  ///     request.
  public init<Bytes: AsyncSequence & SendableMetatype>(
    count: Int64? = nil, isRepeatable: Bool = true, sequence: @escaping @Sendable () async throws -> Bytes
  ) where Bytes.Element == UInt8 {
    self.init(count: count, isRepeatable: isRepeatable, source: ByteSource(sequence: sequence))
  }
}
