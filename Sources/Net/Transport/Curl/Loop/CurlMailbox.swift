#if os(Linux)
  import CLibcurl

  /// Messages from other threads to a loop: letters in the order they were posted, taken all at once.
  ///
  /// Only the first letter wakes a loop that waits for descriptors. A loop that is working needs no waking.
  final class CurlMailbox: Sendable {
    enum Letter: Sendable {
      /// Send the request of the task, with this body.
      case start(CurlTask, Boxed<CurlBody>)
      /// The body of the task's request cannot be read.
      case fail(CurlTask, any Error)
      case cancel(CurlTask)
      /// The task's receiver accepts events again.
      case proceed(CurlTask)
      /// More bytes of the task's request body are available.
      case feed(CurlTask)
      /// The task of a WebSocket has something to do.
      case calls(CurlSocketTask)
      /// Call this, in order with the deliveries.
      case call(@Sendable () -> Void)
      /// The engine was released, so no task is in progress or will follow.
      case stop
    }

    private struct Contents: Sendable {
      var letters: [Letter] = []
      var isLoopAsleep = false
      var isClosed = false
    }

    private let contents = Lock(Contents())
    private let waker: Int32

    /// - Parameter waker: The descriptor that wakes the loop. It is closed when the mailbox is released, and no
    ///   earlier: a thread may still wake a loop that has read the letter and ended, and a reused number would wake
    ///   something else.
    init(waker: Int32) { self.waker = waker }

    deinit { libcurl_close(waker) }

    /// Posts a letter; returns false if the loop has ended.
    @inline(never)
    @discardableResult func post(_ letter: Letter) -> Bool {
      let (isClosed, isLoopAsleep) = contents.withLock { contents in
        if !contents.isClosed { contents.letters.append(letter) }
        defer { contents.isLoopAsleep = false }
        return (contents.isClosed, contents.isLoopAsleep)
      }
      if isLoopAsleep { libcurl_loop_wake(waker) }
      return !isClosed
    }

    /// Stops accepting letters, and returns the unread ones.
    func close() -> [Letter] {
      contents.withLock { contents in
        contents.isClosed = true
        defer { contents.letters = [] }
        return contents.letters
      }
    }

    /// Takes all letters in exchange for an empty array, whose capacity is reused.
    func take(_ letters: inout [Letter]) {
      letters = contents.withLock { [letters] contents in
        contents.isLoopAsleep = false
        let taken = contents.letters
        contents.letters = letters
        return taken
      }
    }

    /// Returns whether the loop may sleep.
    ///
    /// If it may, the next letter wakes it.
    func fallAsleep() -> Bool {
      contents.withLock { contents in
        contents.isLoopAsleep = contents.letters.isEmpty
        return contents.isLoopAsleep
      }
    }
  }

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

    /// Creates the reference to a loop that has started.
    init(_ mailbox: CurlMailbox) { recipient = .loop(mailbox) }

    /// Creates an engine without a loop, which ends each task with this error on the thread that posts the letter.
    init(refusing error: any Error) { recipient = .none(error) }

    deinit { post(.stop) }

    @inline(never)
    func post(_ letter: CurlMailbox.Letter) {
      switch recipient {
      case .loop(let mailbox): mailbox.post(letter)
      case .none(let error): letter.refuse(with: error)
      }
    }
  }
#endif
