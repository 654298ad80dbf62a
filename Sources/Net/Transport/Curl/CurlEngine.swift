#if os(Linux)
  /// What a transport and its tasks hold of a loop: the way to post to it, and its life.
  ///
  /// The loop ends when nobody holds the engine any more.
  final class CurlEngine: Sendable {
    private let mailbox: CurlMailbox

    /// Makes the loop and starts its first thread.
    ///
    /// - Parameters:
    ///   - options: What all its requests have in common.
    ///   - waitsForResolver: Whether taking a transfer back may wait for the resolver.
    ///   - patience: How long a request waits for a descriptor while no other one comes to its end.
    ///   - threadLimit: The most threads.
    /// - Throws: ``CurlError`` when the system refuses what it needs, and what libcurl refuses.
    init(
      options: CurlOptions, waitsForResolver: Bool = false, patience: Duration, threadLimit: Int
    ) throws {
      mailbox = try CurlLoop.start(
        options: options, waitsForResolver: waitsForResolver, patience: patience, threadLimit: threadLimit)
    }

    deinit { mailbox.post(.stop) }

    func post(_ letter: CurlMailbox.Letter) { mailbox.post(letter) }
  }
#endif
