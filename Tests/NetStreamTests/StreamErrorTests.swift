import Foundation
import NetStream
import TestSupport
import Testing

@Suite struct StreamErrorTests {
  @Test(arguments: [
    (StreamError.timeout, "nothing arrived in time"),
    (.noElements, "the stream completed without an element"),
    (.moreThanOneElement, "the stream sent more than one element"),
    (.argumentOutOfRange, "the stream has no element at the index"),
  ])
  func anErrorIsShownInWords(error: StreamError, words: String) {
    expectEqual("\(error)", words)
    expectEqual(error.localizedDescription, words)
  }
}
