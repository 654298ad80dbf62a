public import Foundation

/// The location of a downloaded file, and the conditions for saving it there.
///
/// ```swift
/// let destination = DownloadDestination.file(films.appending(path: "1.mp4"), options: [.createFolders, .replaceExisting])
///   .checksum(.sha256("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"))
///   .resumable(at: caches.appending(path: "1.part"))
/// ```
///
/// A download is written to the folder of its destination, under a hidden, unpredictable name. When it is complete,
/// acceptable and verified, it is renamed in one step, so a partial file is never visible at the destination. A
/// download that fails or is cancelled leaves no file unless it is ``resumable(at:)``. If the process is killed, the
/// hidden file remains; its name is `.download-` and a UUID.
///
/// Until then only this user can read the file (mode 0600). The final file has the mode of the file that it replaces,
/// or the default mode of a new file in the folder. A symbolic link to a file or to nothing is replaced, not followed.
///
/// Every URL must be a file URL. Another one fails the download with ``TransferFailure/fileUnwritable(_:)``: before
/// anything is sent, or, if it depends on the response, when its head arrives.
///
/// A response that has no content by definition never replaces a file, and leaves a partial file as it is. A 304, if
/// you accept it, says that the file at the destination is current (RFC 9110 section 15.4.5): the download ends with
/// that file after the checksum and the custom rules, or fails with ``TransferFailure/fileMissing(_:)`` if there is
/// none. A 204, a 205 or the response to `HEAD` becomes an empty file, or fails with ``TransferFailure/fileExists(_:)``
/// if there is a file.
public struct DownloadDestination: Sendable {
  /// What may be done to save the file at its destination.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Creates options from their raw value.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates missing folders.
    ///
    /// They are created when the body begins, and remain if the download fails. Without this option a missing
    /// folder fails the download with ``TransferFailure/fileUnwritable(_:)``.
    public static let createFolders = Options(rawValue: 1)
    /// Replaces an existing file.
    ///
    /// Without this option an existing file fails the download with ``TransferFailure/fileExists(_:)`` before
    /// the body is transferred. A folder is never replaced, and no file by a response without content.
    ///
    /// A device, a pipe, a socket, or a symbolic link to one of them or to a folder is never replaced, either. It fails
    /// the download with ``TransferFailure/unsafeFile(_:)``, before the body is transferred, or at its end if it
    /// appears later.
    public static let replaceExisting = Options(rawValue: 2)
  }

  /// What may be done to save the file at its destination.
  public var options: Options
  /// The expected checksum, or nil to accept any file.
  ///
  /// A mismatch fails the download with ``TransferFailure/checksum(expected:actual:)``.
  public var checksum: Checksum?
  /// The location of the partial file for a later download, or nil to delete it.
  public var partialFile: URL?
  /// Returns the location for a response with this head.
  let place: @Sendable (ResponseHead) -> URL
  /// The file, or its folder, if it does not depend on the response.
  private(set) var known: URL?
  /// Whether the location is determined by a closure of the user.
  let isCustom: Bool

  /// Creates a destination that depends on the response.
  ///
  /// ```swift
  /// let byType = DownloadDestination { head in
  ///   folder.appending(path: head.headers["Content-Type"] == "image/png" ? "image.png" : "image.jpg")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: What may be done to save the file at its destination.
  ///   - place: Returns the location of the file. It is called on a thread of the transport when the body begins.
  public init(options: Options = [], _ place: @escaping @Sendable (ResponseHead) -> URL) {
    self.init(options: options, isCustom: true, place)
  }

  private init(options: Options = [], isCustom: Bool, _ place: @escaping @Sendable (ResponseHead) -> URL) {
    self.options = options
    self.isCustom = isCustom
    self.place = place
  }

  /// Downloads to a new file in the temporary folder, with the extension of the URL.
  ///
  /// The caller must remove it. An extension that no file should have is left out: one with a space, or of more than 31
  /// bytes. Characters that ``ResponseHead/suggestedFileName`` removes are removed from it, too.
  public static let temporary = DownloadDestination(isCustom: false) { head in
    let file = FileManager.default.temporaryDirectory.appending(path: "download-\(UUID.random().uuidString)")
    return head.url?.nameInPath.flatMap(FileName.safeExtension).map(file.appendingPathExtension) ?? file
  }

  /// Downloads to this file.
  public static func file(_ url: URL, options: Options = []) -> DownloadDestination {
    var destination = DownloadDestination(options: options, isCustom: false) { _ in url }
    destination.known = url
    return destination
  }

  /// Downloads to a file in this folder, with the name that the response suggests.
  ///
  /// See ``ResponseHead/suggestedFileName``.
  ///
  /// ```swift
  /// let report = try await network.get("reports/7").download(to: .suggested(in: folder, options: .createFolders))
  /// print(report.lastPathComponent)  // what the service calls it: "Report 7.pdf"
  /// ```
  ///
  /// The file is always directly in the folder, whatever the service suggests. If neither the service nor the URL
  /// provides a name, it is `download`. The options decide what happens to an existing file.
  public static func suggested(in folder: URL, options: Options = []) -> DownloadDestination {
    var destination = DownloadDestination(options: options, isCustom: false) { head in
      folder.appending(component: head.suggestedFileName ?? "download", directoryHint: .notDirectory)
    }
    destination.known = folder
    return destination
  }

  /// Returns the destination with an expected checksum.
  public func checksum(_ checksum: Checksum) -> DownloadDestination {
    var changed = self
    changed.checksum = checksum
    return changed
  }

  /// Returns the destination with a partial file.
  ///
  /// If the download fails or is cancelled, the received bytes stay in this file. The next download of the
  /// same URL with the same file continues from there.
  ///
  /// The rest is requested with `Range` and `If-Range` (RFC 9110 sections 14.2 and 13.1.5). It is appended
  /// only if the response proves that it belongs to the file. It must be a 206 with the same strong validator
  /// (section 15.3.7.3) and without a different `ETag` or `Last-Modified`. Its `Content-Range` must begin
  /// where the file ends, have the known length and extend to the end. If the request is redirected, it must
  /// also come from the same URL, apart from the query, which is often a signature. After any other 206, after
  /// a 416, and after a 200 with the `Content-Range` of a part, the file is deleted and the whole file is
  /// requested, once. Any other 200 replaces the file. A file therefore never mixes two versions, even if the
  /// server ignores `If-Range`.
  ///
  /// A file is kept only if the server sent it without a `Content-Encoding` and with a strong validator. That
  /// is a strong `ETag`, or, without any `ETag`, a `Last-Modified` that is at least one second older than
  /// `Date` (section 8.8.2.2). A second file with the same name and the extension `resume` contains the
  /// validators, the length, `Content-Type` and `Content-Disposition`, and digests of the URL before and
  /// after redirects. Only this user can read the two files. They survive a crash and are deleted when the
  /// download is complete.
  ///
  /// If one of the two is not a regular file with a single link that belongs to this user, the download fails with
  /// ``TransferFailure/unsafeFile(_:)`` before anything is sent, and nothing is written to it. If the disk is full or a
  /// folder is missing, the received bytes are kept.
  ///
  /// In a session with a cache, a stored response may provide the rest or the whole, under the same conditions. The
  /// rest that arrives is stored as a part.
  ///
  /// The file is locked while it is written: another download with the same file, even of another process, fails with
  /// ``TransferFailure/unsafeFile(_:)``. Retries within one request resume without this.
  public func resumable(at partialFile: URL) -> DownloadDestination {
    var changed = self
    changed.partialFile = partialFile
    return changed
  }
}

/// The expected digest of a downloaded file.
///
/// ```swift
/// network.get(url).download(to: .file(image).checksum(.sha256(published))) { response in print(response.result) }
/// ```
public struct Checksum: Sendable, Hashable {
  /// The digest in lower-case hexadecimal digits.
  public let digits: String

  /// A SHA-256 digest (FIPS 180-4), in hexadecimal digits of either case.
  public static func sha256(_ digits: String) -> Checksum { Checksum(digits: digits.lowercased()) }
}
