import Foundation

/// The file that the body of one request is written to, until it is complete and moved into its place.
final class DownloadFile: BodySink {
  private struct State {
    var handle: FileHandle?
    var place: URL?
    var part = DownloadPart()
    var hash: SHA256?
    /// Whether there is something to remove, or to keep.
    var isOpened = false
    var isMoved = false
  }

  private let destination: DownloadDestination
  /// Where it is written.
  private let url: URL
  private let state = Lock(State())

  init(_ destination: DownloadDestination) {
    self.destination = destination
    url =
      destination.partialFile
      ?? FileManager.default.temporaryDirectory.appending(path: "partial-\(UUID().uuidString)")
  }

  func savedPart(of request: TransportRequest) -> DownloadPart? {
    destination.partialFile.flatMap { SavedPart.load(beside: $0, of: request) }
  }

  func begin(_ body: BeginningBody, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    let place = destination.place(body.received.head)
    done(
      Result { () throws(NetworkError) in
        try check(place)
        let hash = destination.checksum == nil ? nil : try hashOfFirst(body.part.count)
        try perform(on: url) { [destination, url] in
          let files = FileManager.default
          if destination.options.contains(.createFolders) {
            try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
          }
          if body.part.count == 0 { try Data().write(to: url) }
          let handle = try FileHandle(forUpdating: url)
          try handle.truncate(atOffset: UInt64(body.part.count))
          try handle.seek(toOffset: UInt64(body.part.count))
          if destination.partialFile != nil {
            try SavedPart.save(body.part, beside: url, of: body.received.request)
          }
          state.withLock { state in
            state.isOpened = true
            state.handle = handle
            state.place = place
            state.part = body.part
            state.hash = hash
          }
        }
      })
  }

  func take(_ load: BodyFlow.Load, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    guard case .data(let data) = load else { return done(.success(())) }
    done(
      Result { () throws(NetworkError) in
        try perform(on: url) {
          // One thread at a time is here, so the file is written to outside the lock.
          try state.withLock { $0.handle }?.write(contentsOf: data)
          state.withLock { $0.hash?.update(data) }
        }
      })
  }

  func spill(_ piece: Data) throws(NetworkError) {}

  func finish(
    _ received: ReceivedResponse, by rules: ValidationRules
  ) throws(NetworkError) -> ReceivedResponse {
    var received = received
    received.fileURL = url
    do throws(NetworkError) {
      try rules.validateCustom(received.withFileContents)
    } catch {
      var error = error
      error.data = nil
      throw error
    }
    let (handle, hash, place) = state.withLock { state in
      defer { state.handle = nil }
      return (state.handle, state.hash, state.place)
    }
    try perform(on: url) { try handle?.close() }
    if let expected = destination.checksum?.digits, let hash {
      let actual = SHA256.hexadecimal(hash.finalized())
      if actual != expected {
        // What is there is wrong, and so would be what is added to it.
        state.withLock { $0.part = DownloadPart() }
        throw NetworkError(.transfer(.checksum(expected: expected, actual: actual)))
      }
    }
    guard let place else { return received }
    try move(to: place)
    state.withLock { $0.isMoved = true }
    received.fileURL = place
    return received
  }

  func close() {
    let (handle, isKept) = state.withLock { state -> (FileHandle?, Bool) in
      defer { state.handle = nil }
      // What an earlier request left is left where this one did not come to it.
      guard state.isOpened else { return (nil, true) }
      return (state.handle, !state.isMoved && destination.partialFile != nil && state.part.validator != nil)
    }
    try? handle?.close()
    if isKept { return }
    try? FileManager.default.removeItem(at: url)
    if destination.partialFile != nil { SavedPart.remove(beside: url) }
  }

  // MARK: - The place

  /// Refuses a place that is taken before anything is transferred.
  private func check(_ place: URL) throws(NetworkError) {
    let (exists, isFolder) = Self.look(at: place)
    guard exists, isFolder || !destination.options.contains(.replaceExisting) else { return }
    throw NetworkError(.transfer(.fileExists(place)))
  }

  /// Moves the file into its place. First beside it, which may mean a copy, so that the last step is a renaming.
  private func move(to place: URL) throws(NetworkError) {
    let folder = place.deletingLastPathComponent()
    // Its name is not that of the place, which may be as long as a name can be.
    let staged = folder.appending(path: ".download-\(UUID().uuidString)")
    do {
      try perform(on: place) {
        let files = FileManager.default
        if destination.options.contains(.createFolders) {
          try files.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try files.moveItem(at: url, to: staged)
      }
      try check(place)
      try perform(on: place) {
        guard destination.options.contains(.replaceExisting) else {
          return try FileManager.default.moveItem(at: staged, to: place)
        }
        // Foundation's way to replace a file loses both on Linux. This is one step on every system.
        guard unsafe rename(staged.path, place.path) == 0 else {
          throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
      }
    } catch {
      try? FileManager.default.removeItem(at: staged)
      throw error
    }
  }

  private static func look(at place: URL) -> (exists: Bool, isFolder: Bool) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: place.path) else {
      return (false, false)
    }
    return (true, attributes[.type] as? FileAttributeType == .typeDirectory)
  }

  private func hashOfFirst(_ count: Int64) throws(NetworkError) -> SHA256 {
    var hash = SHA256()
    guard count > 0 else { return hash }
    try perform(on: url) {
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      var rest = count
      while rest > 0 {
        guard let piece = try handle.read(upToCount: Int(min(rest, 1 << 20))), !piece.isEmpty else {
          throw CocoaError(.fileReadCorruptFile)
        }
        hash.update(piece)
        rest -= Int64(piece.count)
      }
    }
    return hash
  }

  private func perform(on url: URL, _ action: () throws -> Void) throws(NetworkError) {
    do {
      try action()
    } catch let error as NetworkError {
      throw error
    } catch {
      throw NetworkError(.transfer(.fileUnwritable(url)), underlyingError: error)
    }
  }
}

/// What is written beside an unfinished file, so that another request can go on with it.
struct SavedPart: Codable {
  /// Of which URL it is: a digest, since a URL can hold secrets.
  var url: String
  var validator: String
  var total: Int64?

  /// Writes it, or removes what is there when nobody could go on with the file.
  static func save(_ part: DownloadPart, beside file: URL, of request: TransportRequest) throws {
    guard let validator = part.validator else { return remove(beside: file) }
    let saved = SavedPart(url: name(of: request), validator: validator, total: part.total)
    try JSONEncoder().encode(saved).write(to: place(beside: file), options: .atomic)
  }

  /// The part that is there of what the request is for.
  static func load(beside file: URL, of request: TransportRequest) -> DownloadPart? {
    guard let data = try? Data(contentsOf: place(beside: file)),
      let saved = try? JSONDecoder().decode(SavedPart.self, from: data), saved.url == name(of: request),
      let size = try? FileBody(file).count, size > 0
    else { return nil }
    return DownloadPart(count: size, validator: saved.validator, total: saved.total)
  }

  static func remove(beside file: URL) { try? FileManager.default.removeItem(at: place(beside: file)) }

  private static func place(beside file: URL) -> URL { file.appendingPathExtension("resume") }

  private static func name(of request: TransportRequest) -> String {
    SHA256.hexadecimal(SHA256.digest(Data(request.url.absoluteString.utf8)))
  }
}
