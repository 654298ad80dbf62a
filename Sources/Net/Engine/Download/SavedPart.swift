import Foundation

/// The file next to an unfinished download that makes it possible for another request to resume it.
struct SavedPart: Codable {
  /// The URL of the request, before adapters and redirects, as a digest because a URL may contain secrets.
  var url: String
  /// The strong validator.
  var validator: String?
  /// `Last-Modified` as sent, even if it is not strong.
  var modified: String?
  var total: Int64?
  /// The resource that the bytes were received from.
  var source: String?
  /// `Content-Type`.
  var type: String?
  /// `Content-Disposition`.
  var disposition: String?

  /// The maximum length of a file that is read.
  private static let limit = 65_536

  /// Writes the file atomically, or removes an existing one if the download cannot be resumed.
  ///
  /// - `name`: The name of the download.
  static func save(_ part: DownloadPart, beside file: URL, as name: String) throws {
    let place = place(beside: file)
    try FileEntry(place)?.check()
    guard let validator = part.validator else { return remove(beside: file) }
    let saved = SavedPart(
      url: name, validator: validator, modified: part.modified, total: part.total, source: part.source,
      type: part.type, disposition: part.disposition)
    let staged = PrivateFile.hidden(in: file.deletingLastPathComponent())
    let handle = try PrivateFile.create(staged)
    do {
      try handle.write(contentsOf: JSONEncoder().encode(saved))
      try handle.close()
      try PrivateFile.move(staged, to: place, replaces: true)
    } catch {
      PrivateFile.remove(staged)
      throw error
    }
  }

  /// Returns the existing part of the download with this name.
  ///
  /// - Throws: ``TransferFailure/unsafeFile(_:)`` if the download, or the file next to it, cannot be written
  ///   to safely.
  static func load(
    beside file: URL, as name: String
  ) throws(NetworkError) -> DownloadPart? {
    let handle = try open(file)
    let note = try open(place(beside: file))
    guard let handle, let size = try? FileEntry(handle).count, size > 0,
      let data = try? note?.read(upToCount: limit),
      let saved = try? JSONDecoder().decode(SavedPart.self, from: data), saved.url == name,
      // Another program may have changed the file.
      saved.validator.map(DownloadPart.isValidator) ?? true
    else { return nil }
    return DownloadPart(
      count: size, validator: saved.validator, modified: saved.modified, total: saved.total,
      source: saved.source, type: saved.type, disposition: saved.disposition)
  }

  /// Removes the file, unless another program has put something else at its path.
  static func remove(beside file: URL) {
    let place = place(beside: file)
    guard (try? FileEntry(place)?.check()) != nil else { return }
    PrivateFile.remove(place)
  }

  static func place(beside file: URL) -> URL { file.appendingPathExtension("resume") }

  private static func open(_ url: URL) throws(NetworkError) -> FileHandle? {
    try DownloadFile.perform(on: url) { try PrivateFile.reopen(url) }
  }

  /// Returns the name of the download of a request.
  static func name(of request: TransportRequest) -> String {
    SHA256.hexadecimal(SHA256.digest(request.url.absoluteString.utf8))
  }
}
