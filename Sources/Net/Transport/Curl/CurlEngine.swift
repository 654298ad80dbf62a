#if os(Linux)
  /// The reference of a transport and its tasks to a loop: it posts to the loop and keeps it alive.
  ///
  /// The loop ends when the engine is released.
  final class CurlEngine: Sendable {
    private let mailbox: CurlMailbox

    /// Creates the loop and starts its first thread.
    ///
    /// - Parameters:
    ///   - options: The options that all its requests share.
    ///   - waitsForResolver: Whether removing a transfer may block until the resolver has finished.
    ///   - patience: How long a request waits for a descriptor while no other request ends.
    ///   - threadLimit: The maximum number of threads.
    /// - Throws: ``CurlError`` if the system refuses a thread or a descriptor, and the error of an option libcurl
    ///   rejects.
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
