public import Dispatch
public import Foundation

extension NetworkRequesting {
  /// Starts the request, saves the response body to a file, and calls the handler with the URL of the file.
  ///
  /// ```swift
  /// network.get("films/1")
  ///   .progress { print($0.fraction ?? 0) }
  ///   .download(to: .file(film, options: .replaceExisting)) { response in print(response.result) }
  /// ```
  ///
  /// Memory use stays flat, whatever the size of the body. A download occupies a slot of
  /// ``SessionConfiguration/maximumConcurrentRequests`` to its end. Validation comes first, and custom rules can read
  /// the file: it is moved to its destination after all of them have passed. A retried download resumes where it
  /// stopped, if the server supports that (RFC 9110 section 14). If the file cannot be written, the error is a
  /// ``TransferFailure``. So is a 206 to a request without `Range`, which is not the whole file. If you set `Range`
  /// yourself, the 206 is the response, and the file is that part. If you set `If-None-Match` yourself and accept 304,
  /// a file that has not changed stays as it is.
  ///
  /// A request is downloaded once. If another call has started it, this one fails with
  /// ``TransferFailure/alreadyStarted``, even with the same destination.
  ///
  /// - Parameters:
  ///   - destination: The location of the file and the conditions for saving it. The default is a temporary file.
  ///   - queue: The queue of the handler. Nil means the session's callback queue.
  ///   - completionHandler: Called exactly once. After a failure there is no file.
  /// - Returns: The request itself, so that calls can be chained.
  @discardableResult
  public func download(
    to destination: DownloadDestination = .temporary, queue: DispatchQueue? = nil,
    completionHandler: @escaping @Sendable (DataResponse<URL>) -> Void
  ) -> Self {
    download(
      to: destination, delivery: queue.map { .queue($0) } ?? .callbackQueue,
      completionHandler: completionHandler)
  }

  /// Starts the request, saves the response body to a file, and calls the handler at this delivery with the URL of the
  /// file.
  @discardableResult
  public func download(
    to destination: DownloadDestination, delivery: ResponseDelivery,
    completionHandler: @escaping @Sendable (DataResponse<URL>) -> Void
  ) -> Self {
    guard claimBody(as: "download", { $0.destination = .file(destination) }) else {
      return response(
        delivery: delivery, responseSerializer: AlreadyStartedSerializer(),
        completionHandler: completionHandler)
    }
    return response(
      delivery: delivery, responseSerializer: FileURLSerializer(), completionHandler: completionHandler)
  }

  /// Starts the request, saves the response body to a file, and returns the URL of the file.
  ///
  /// ```swift
  /// let film = try await network.get("films/1").download()
  /// ```
  ///
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled, which cancels the request.
  public func download(to destination: DownloadDestination = .temporary) async throws -> URL {
    guard claimBody(as: "download", { $0.destination = .file(destination) }) else {
      // Without `value(_:)`, because cancelling this task must not cancel the request of the other call.
      let refused = await withCheckedContinuation { continuation in
        _ = response(delivery: .inline, responseSerializer: AlreadyStartedSerializer<URL>()) {
          continuation.resume(returning: $0)
        }
      }
      try Task.checkCancellation()
      return try refused.result.get()
    }
    return try await value(FileURLSerializer())
  }
}

/// A serializer that returns the URL of a downloaded file.
package struct FileURLSerializer: ResponseSerializer, BodilessSerializer {
  package init() {}

  package func serialize(_ response: ReceivedResponse) throws -> URL {
    guard let url = response.fileURL else { throw NetworkError(.transfer(.alreadyStarted)) }
    return url
  }
}
