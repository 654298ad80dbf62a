public import Dispatch
public import Foundation

extension NetworkRequesting {
  /// Starts the request, writes the body of its response to a file, and hands the place of the file to the handler.
  ///
  /// ```swift
  /// network.get("films/1")
  ///   .progress(queue: .main) { print($0.fraction ?? 0) }
  ///   .download(to: .file(film, options: .replaceExisting)) { response in print(response.result) }
  /// ```
  ///
  /// Memory stays flat however long the body is. Validation comes first, and custom rules see the file: it is in its
  /// place only after all of them passed. A download that is retried goes on where it broke off, as far as the server can
  /// do that (RFC 9110 section 14). What cannot be written fails with a ``TransferFailure``.
  ///
  /// - Parameters:
  ///   - destination: Where the file is put, and on what terms; a temporary file unless something else is said.
  ///   - queue: Where the handler is called; nil is the session's callback queue.
  ///   - completionHandler: Called exactly once. After a failure there is no file.
  @discardableResult
  public func download(
    to destination: DownloadDestination = .temporary, queue: DispatchQueue? = nil,
    completionHandler: @escaping @Sendable (DataResponse<URL>) -> Void
  ) -> Self {
    download(
      to: destination, delivery: queue.map { .queue($0) } ?? .callbackQueue,
      completionHandler: completionHandler)
  }

  /// Starts the request, writes the body of its response to a file, and hands the place of the file to the handler, where
  /// the delivery says.
  @discardableResult
  public func download(
    to destination: DownloadDestination, delivery: ResponseDelivery,
    completionHandler: @escaping @Sendable (DataResponse<URL>) -> Void
  ) -> Self {
    if state != .cancelled { configure(as: "download") { $0.destination = .file(destination) } }
    return response(
      delivery: delivery, responseSerializer: FileURLSerializer(), completionHandler: completionHandler)
  }

  /// Starts the request, writes the body of its response to a file, and returns the place of the file.
  ///
  /// ```swift
  /// let film = try await network.get("films/1").download()
  /// ```
  ///
  /// - Throws: ``NetworkError``; `CancellationError` when the task is cancelled, which cancels the request.
  public func download(to destination: DownloadDestination = .temporary) async throws -> URL {
    if state != .cancelled { configure(as: "download") { $0.destination = .file(destination) } }
    return try await value(FileURLSerializer())
  }
}

/// Gives the place of a downloaded file.
package struct FileURLSerializer: ResponseSerializer {
  package init() {}

  package func serialize(_ response: ReceivedResponse) throws -> URL {
    guard let url = response.fileURL else { throw NetworkError(.transfer(.alreadyStarted)) }
    return url
  }
}
