#if os(Linux)
  import CLibcurl

  /// What other threads want of a loop: letters in the order they were posted, taken all at once.
  ///
  /// A loop that waits for its descriptors is woken by the first letter alone; while it works nobody needs to.
  final class CurlMailbox: Sendable {
    enum Letter: Sendable {
      /// Send the request of the task, with this body.
      case start(CurlTask, Boxed<CurlBody>)
      /// The body of the task's request cannot be read.
      case fail(CurlTask, any Error)
      case cancel(CurlTask)
      /// The receiver of the task takes more again.
      case proceed(CurlTask)
      /// There is more of the body of the task's request.
      case feed(CurlTask)
      /// Call this, in turn with what is delivered.
      case call(@Sendable () -> Void)
      /// Nobody has the engine any more, so no task is under way or to come.
      case stop
    }

    private struct Contents: Sendable {
      var letters: [Letter] = []
      var isLoopAsleep = false
      var isClosed = false
    }

    private let contents = Lock(Contents())
    private let waker: Int32

    /// - Parameter waker: The descriptor that wakes the loop. It is closed when nobody has the mailbox any more: whoever
    ///   posts may wake a loop that has read the letter already and ended, and by then its number would be another's.
    init(waker: Int32) { self.waker = waker }

    deinit { libcurl_loop_close(waker) }

    /// Posts a letter; false when the loop has ended.
    @discardableResult func post(_ letter: Letter) -> Bool {
      let (isClosed, isLoopAsleep) = contents.withLock { contents in
        if !contents.isClosed { contents.letters.append(letter) }
        defer { contents.isLoopAsleep = false }
        return (contents.isClosed, contents.isLoopAsleep)
      }
      if isLoopAsleep { libcurl_loop_wake(waker) }
      return !isClosed
    }

    /// Takes no more letters; those that nobody has read are returned.
    func close() -> [Letter] {
      contents.withLock { contents in
        contents.isClosed = true
        defer { contents.letters = [] }
        return contents.letters
      }
    }

    /// Takes what there is, in exchange for an empty array, whose room is used again.
    func take(_ letters: inout [Letter]) {
      letters = contents.withLock { [letters] contents in
        contents.isLoopAsleep = false
        let taken = contents.letters
        contents.letters = letters
        return taken
      }
    }

    /// Whether the loop may go to sleep: from then on it is woken.
    func fallAsleep() -> Bool {
      contents.withLock { contents in
        contents.isLoopAsleep = contents.letters.isEmpty
        return contents.isLoopAsleep
      }
    }
  }
#endif
