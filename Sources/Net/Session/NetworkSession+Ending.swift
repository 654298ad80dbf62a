public import Dispatch

extension NetworkSession {
  /// Cancels every request of this session that has started and not ended, every open WebSocket, and every event
  /// stream.
  ///
  /// Use it when a user logs out.
  ///
  /// ```swift
  /// session.cancelAll()
  /// show("You are logged out.")
  /// ```
  ///
  /// Each request fails with ``NetworkError/Reason/cancelled``, as if its own ``NetworkRequesting/cancel()`` had been
  /// called. It may be waiting in the queue, for a token or for a retry, or be in progress with a response, a stream or
  /// a download. No policy retries it. All connections are closed before the first handler is called, and no waiting
  /// request is sent. Handlers without a queue are called on this thread, in the order of the requests. An
  /// ``EventSource`` ends in the same way, even while it waits to reconnect, and also if its network is one of yours
  /// that wraps the session or its requests. So do the messages of a WebSocket, a stream of a WebSocket that
  /// reconnects, and a stream that polls, is refreshed or loads pages: what waits ends at once, and a next request is
  /// not sent.
  ///
  /// Requests that start afterwards work as usual, including those of a handler called meanwhile. Requests of other
  /// sessions with the same transport continue. An operator that subscribes again, such as `retry` of a stream, starts
  /// such a request, because it does not know what it subscribes to. Dispose of that stream first, or let a
  /// ``RetryPolicy`` send its request again, which no policy does after a cancellation. May be called from any thread.
  public func cancelAll() { parts.cancelAll() }

  /// Accepts no more requests, and calls the handler when the last running request has ended.
  ///
  /// It does not wait for open WebSockets.
  ///
  /// Use it before a program exits, or when a service is replaced.
  ///
  /// ```swift
  /// session.finish { exit(0) }
  /// ```
  ///
  /// A request that is started afterwards fails with ``NetworkError/Reason/sessionFinished``, and nothing is sent. A
  /// running request may still be redirected, wait for a retry and be sent again. What its policies start in this
  /// session is part of it, in their calls or in tasks that they create there, such as the refresh of its token. To end
  /// them, call ``cancelAll()``, too. What waits to start another request, such as an ``EventSource`` that reconnects
  /// or a stream that polls, fails with the same error when the last running request has ended. A session that has
  /// finished cannot be used again.
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler. Nil means the session's callback queue.
  ///   - completionHandler: Called exactly once for each call, when the handlers of the last request have been called
  ///     or passed to their queues. With no running request it is called immediately.
  public func finish(queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable () -> Void) {
    let queue = queue ?? configuration.callbackQueue
    parts.running.finish {
      guard let queue else { return completionHandler() }
      queue.async(execute: completionHandler)
    }
  }

  /// Accepts no more requests, and returns when the last running request has ended.
  ///
  /// ```swift
  /// let session = NetworkSession()
  /// _ = try await session.get("https://api.example.com/user").data()
  /// await session.finish()
  /// ```
  ///
  /// A request that is started afterwards fails with ``NetworkError/Reason/sessionFinished``, unless a policy of a
  /// running request starts it, such as the refresh of a token. Cancelling the task does
  /// not shorten the wait; ``cancelAll()`` does.
  public func finish() async {
    await withCheckedContinuation { continuation in
      parts.running.finish { continuation.resume() }
    }
  }
}
