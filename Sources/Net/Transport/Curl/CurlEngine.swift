#if os(Linux)
  /// What a transport and its tasks hold of their loop: the way to post to it, and its life.
  ///
  /// The loop ends when nobody holds the engine any more.
  final class CurlEngine: Sendable {
    private let mailbox: CurlMailbox

    /// Makes the loop and starts its thread.
    ///
    /// - Throws: ``CurlError`` when the system refuses what it needs, and what libcurl refuses.
    init(options: CurlOptions) throws {
      mailbox = try CurlLoop.start(options: options)
    }

    deinit { mailbox.post(.stop) }

    func post(_ letter: CurlMailbox.Letter) { mailbox.post(letter) }
  }
#endif
