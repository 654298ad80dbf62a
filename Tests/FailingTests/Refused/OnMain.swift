// In a module that is on the main actor by default, other threads get nothing that only the main actor may use.
// options: -parse-as-library -default-isolation MainActor
import Foundation
import Net
import NetTesting

struct Note { var text = "" }

struct Letters: AsyncSequence {
  struct AsyncIterator: AsyncIteratorProtocol {
    mutating func next() async -> Data? { nil }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

struct Keys: AsyncSequence {
  struct AsyncIterator: AsyncIteratorProtocol {
    mutating func next() async -> UInt8? { nil }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

// compiles: extension Note: EmptyResponse { nonisolated static func emptyValue() -> Note { Note() } }
// refused: extension Note: EmptyResponse { static func emptyValue() -> Note { Note() } }
// compiles: extension Note: MockDefault { nonisolated static var mockDefault: Note { Note() } }
// refused: extension Note: MockDefault { static var mockDefault: Note { Note() } }
// compiles: let chunks = BodyStream(sequence: { AsyncStream<Data> { $0.finish() } })
// refused: let chunks = BodyStream(sequence: { await Letters() })
// compiles: let bytes = BodyStream(sequence: { AsyncStream<UInt8> { $0.finish() } })
// refused: let bytes = BodyStream(sequence: { await Keys() })
