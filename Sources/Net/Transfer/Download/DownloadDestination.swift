public import Foundation

/// Where a download is put, and on what terms.
///
/// ```swift
/// let destination = DownloadDestination.file(films.appending(path: "1.mp4"), options: [.createFolders, .replaceExisting])
///   .checksum(.sha256("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"))
///   .resumable(at: caches.appending(path: "1.part"))
/// ```
///
/// A download is written elsewhere until it is complete, acceptable and right, and then moved into its place in one
/// step: nobody ever sees half of it there. One that fails or is cancelled leaves no file, unless it is
/// ``resumable(at:)``.
public struct DownloadDestination: Sendable {
  /// What may be done to put a file into its place.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Makes options of their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Folders on the way to the file that are not there are made.
    public static let createFolders = Options(rawValue: 1)
    /// A file that is there is replaced. Otherwise it fails the download with ``TransferFailure/fileExists(_:)``, before
    /// the body has been transferred. A folder is never replaced.
    public static let replaceExisting = Options(rawValue: 2)
  }

  /// What may be done to put the file into its place.
  public var options: Options
  /// What the file must be; nil takes every file. Another fails with ``TransferFailure/checksum(expected:actual:)``.
  public var checksum: Checksum?
  /// Where the unfinished file is kept for another time; nil where it is not.
  public var partialFile: URL?
  /// The place for the response with this head.
  let place: @Sendable (ResponseHead) -> URL

  /// Makes a destination that depends on the response.
  ///
  /// ```swift
  /// let byType = DownloadDestination { head in
  ///   folder.appending(path: head.headers["Content-Type"] == "image/png" ? "image.png" : "image.jpg")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: What may be done to put the file into its place.
  ///   - place: Gives the place of the file. It is called where the transport delivers, as the body begins.
  public init(options: Options = [], _ place: @escaping @Sendable (ResponseHead) -> URL) {
    self.options = options
    self.place = place
  }

  /// A new file in the folder for temporary files, with the extension of the URL. It is the caller's to remove.
  public static let temporary = DownloadDestination { head in
    let file = FileManager.default.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
    guard let type = head.url?.pathExtension, !type.isEmpty else { return file }
    return file.appendingPathExtension(type)
  }

  /// This file.
  public static func file(_ url: URL, options: Options = []) -> DownloadDestination {
    DownloadDestination(options: options) { _ in url }
  }

  /// A file in this folder, under the name that the response suggests; see ``ResponseHead/suggestedFileName``.
  ///
  /// ```swift
  /// let report = try await network.get("reports/7").download(to: .suggested(in: folder, options: .createFolders))
  /// print(report.lastPathComponent)  // what the service calls it: "Report 7.pdf"
  /// ```
  ///
  /// It is in the folder itself, whatever the service says, and is called `download` where neither the service nor the URL
  /// has a name for it. A file of the name that is there is treated as the options say.
  public static func suggested(in folder: URL, options: Options = []) -> DownloadDestination {
    DownloadDestination(options: options) { head in
      folder.appending(component: head.suggestedFileName ?? "download", directoryHint: .notDirectory)
    }
  }

  /// The same for a file that must have this checksum.
  public func checksum(_ checksum: Checksum) -> DownloadDestination {
    var changed = self
    changed.checksum = checksum
    return changed
  }

  /// The same, keeping what has arrived in this file when the download fails or is cancelled, and taking it up from there
  /// the next time a download of the same URL is given the file.
  ///
  /// The rest is asked for with `Range` and `If-Range` (RFC 9110 sections 14.2 and 13.1.5), and appended only when the
  /// server says that it belongs to what is there: by a 206 whose `Content-Range` begins where the file ends. When the
  /// file on the server has changed, all of it comes anew. A file is kept only if the server gave it a strong `ETag`, or
  /// a `Last-Modified` that is old enough to be one, and did not encode it. Beside it, under the same name with the
  /// extension `resume`, is what it takes to go on; both are gone when the download is complete.
  ///
  /// Two downloads at a time must not share a file. Retries within one request resume without this.
  public func resumable(at partialFile: URL) -> DownloadDestination {
    var changed = self
    changed.partialFile = partialFile
    return changed
  }
}
