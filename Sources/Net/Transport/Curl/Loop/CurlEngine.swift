#if os(Linux)
  /// The reference of a transport and its tasks to a loop: it posts to the loop and keeps it alive.
  ///
  /// The loop ends when the engine is released.
  final class CurlEngine: Sendable {
    private enum Recipient: Sendable {
      case loop(CurlMailbox)
      /// No loop could be opened, for this reason.
      case none(any Error)
    }

    private let recipient: Recipient

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
      recipient = .loop(
        try CurlLoop.start(
          options: options, waitsForResolver: waitsForResolver, patience: patience, threadLimit: threadLimit))
    }

    /// Creates an engine without a loop, which ends each task with this error on the thread that posts the letter.
    init(refusing error: any Error) { recipient = .none(error) }

    deinit { post(.stop) }

    func post(_ letter: CurlMailbox.Letter) {
      switch recipient {
      case .loop(let mailbox): mailbox.post(letter)
      case .none(let error): letter.refuse(with: error)
      }
    }
  }
#endif
