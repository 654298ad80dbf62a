import Foundation

/// The file that the body of one request is written to, until it is complete and moved to its destination.
///
/// It is a hidden file in the destination's folder, or the file that the caller named for unfinished downloads. Only
/// this user can read it before it is moved.
final class DownloadFile: BodySink {
  private struct State {
    /// The file that is written; nil before the body begins.
    var url: URL?
    var handle: FileHandle?
    var place: URL?
    /// The name of the download; nil if it is not resumable.
    var name: String?
    var part = DownloadPart()
    var hash: SHA256?
    /// Whether an earlier request left bytes that have not been opened.
    var hasOldPart = false
    /// The body that replaces the old part with its first bytes; nil if there is none.
    var replacement: Body?
    /// The effect of a response without content on the destination; nil if the response has content.
    var noContent: NoContent?
    /// Repeats the opening of a file while no descriptor is free; nil before a body begins.
    var wait: DescriptorWait?
    /// Whether the request has ended.
    var isClosed = false
  }

  /// A response that has no content by definition, and so begins no file.
  private enum NoContent {
    /// 304: the file at the destination is current.
    case unchanged(URL)
    /// An empty file, unless there is a file.
    case empty(URL)
  }

  /// A body that is about to be written.
  private struct Body {
    var part: DownloadPart
    var place: URL
  }

  private let destination: DownloadDestination
  private let state = Lock(State())

  init(_ destination: DownloadDestination) { self.destination = destination }

  func savedPart(of request: TransportRequest) throws(NetworkError) -> DownloadPart? {
    for url in [destination.known, destination.partialFile].compactMap({ $0 }) { try Self.checkScheme(url) }
    guard let partialFile = destination.partialFile else { return nil }
    // Adapters and redirects may change the URL, so the name is that of the request at its start.
    let name = SavedPart.name(of: request)
    let part = try SavedPart.load(beside: partialFile, as: name)
    state.withLock { state in (state.name, state.hasOldPart) = (name, part != nil) }
    return part
  }

  func discardPart() {
    let (url, handle) = state.withLock { state in
      defer {
        (state.url, state.handle, state.part) = (nil, nil, DownloadPart())
        (state.hasOldPart, state.replacement, state.noContent) = (false, nil, nil)
      }
      return (state.url, state.handle)
    }
    // The file of an earlier request may not have been opened yet. Another download may be using it now, and
    // keeps it.
    let alone = handle == nil ? destination.partialFile.flatMap { try? PrivateFile.openAlone($0) } : handle
    // Removed while it is locked, so that no other download opens it.
    defer { alone.map(PrivateFile.close) }
    if let partialFile = destination.partialFile {
      guard alone != nil else { return }
      SavedPart.remove(beside: partialFile)
    }
    if let url = url ?? destination.partialFile { PrivateFile.remove(url) }
  }

  func begin(_ body: BeginningBody, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    let place = destination.place(body.received.head)
    let noContent = Self.noContent(body.received, at: place)
    state.withLock { state in
      (state.noContent, state.wait) = (noContent, body.wait)
      if noContent != nil { state.replacement = nil }
    }
    open(done) { [self] () throws(NetworkError) in
      try Self.checkScheme(place)
      guard let noContent else { return try begin(body, at: place) }
      if case .empty = noContent { try check(place, replaces: false) }
    }
  }

  /// Performs a step that may wait for a descriptor; meanwhile the request may end.
  private func open(
    _ done: @escaping @Sendable (Result<Void, NetworkError>) -> Void,
    _ step: @escaping @Sendable () throws(NetworkError) -> Void
  ) {
    let wait = state.withLock(\.wait)
    guard let wait else { return done(Result { () throws(NetworkError) in try step() }) }
    wait.perform(
      { [self] () throws(NetworkError) in
        if state.withLock(\.isClosed) { throw NetworkError(.cancelled) }
        try step()
      }, done: done)
  }

  private static func noContent(_ received: ReceivedResponse, at place: URL) -> NoContent? {
    let status = received.head.status
    guard !received.request.method.hasContent(inResponse: status) else { return nil }
    return status == 304 ? .unchanged(place) : .empty(place)
  }

  private func begin(_ body: BeginningBody, at place: URL) throws(NetworkError) {
    try check(place, replaces: replaces)
    for file in [place, destination.partialFile].compactMap({ $0 }) { try createFolder(of: file) }
    let new = Body(part: body.part, place: place)
    // The type of a body is known to be right when its first bytes arrive.
    let replacesLater = state.withLock { state in
      guard state.hasOldPart, body.part.count == 0 else { return false }
      state.replacement = new
      return true
    }
    if !replacesLater { try write(new) }
  }

  /// Replaces the part of an earlier request, if that has not happened yet.
  private func replaceOldPart() throws(NetworkError) {
    guard let replacement = state.withLock({ $0.replacement.take() }) else { return }
    do throws(NetworkError) {
      try write(replacement)
    } catch {
      if error.lacksDescriptor { state.withLock { $0.replacement = replacement } }
      throw error
    }
  }

  /// Opens the file for a body, at the end of the bytes that precede it.
  private func write(_ body: Body) throws(NetworkError) {
    let (url, handle) = try open(for: body.part, body.place)
    // Recorded before anything can fail, so that the file is removed, or kept, at the end.
    let isClosed = state.withLock { state in
      (state.url, state.handle, state.place, state.part) = (url, handle, body.place, body.part)
      state.hasOldPart = false
      return state.isClosed
    }
    if isClosed { return close() }
    let hash = try Self.perform(on: url) {
      guard try FileEntry(handle).count >= body.part.count else { throw CocoaError(.fileReadCorruptFile) }
      let hash = destination.checksum == nil ? nil : try Self.hashOfFirst(body.part.count, of: handle)
      try handle.truncate(atOffset: UInt64(body.part.count))
      try handle.seek(toOffset: UInt64(body.part.count))
      return hash
    }
    if let name = state.withLock({ $0.name }) {
      try Self.perform(on: SavedPart.place(beside: url)) {
        try SavedPart.save(body.part, beside: url, as: name)
      }
    }
    state.withLock { $0.hash = hash }
  }

  /// Opens the file that the body is written to.
  private func open(for part: DownloadPart, _ place: URL) throws(NetworkError) -> (URL, FileHandle) {
    if let partialFile = destination.partialFile {
      // The handle of the last attempt still locks the file.
      state.withLock { $0.handle.take() }.map(PrivateFile.close)
      let handle = try Self.perform(on: partialFile) { try PrivateFile.openAlone(partialFile) }
      // The saved part is written again. Until then it must not describe another file.
      if part.count == 0 { SavedPart.remove(beside: partialFile) }
      try checkVersion(of: part, in: partialFile)
      return (partialFile, handle)
    }
    let (url, handle) = state.withLock { ($0.url, $0.handle) }
    if let url, let handle, part.count > 0 { return (url, handle) }
    // Each response may have another destination.
    discardPart()
    let folder = place.deletingLastPathComponent()
    let staged = PrivateFile.hidden(in: folder)
    return (staged, try Self.perform(on: place) { try PrivateFile.create(staged) })
  }

  /// Throws if another download has replaced the saved part since this one read it.
  private func checkVersion(of part: DownloadPart, in partialFile: URL) throws(NetworkError) {
    guard part.count > 0, let name = state.withLock({ $0.name }) else { return }
    let saved = try SavedPart.load(beside: partialFile, as: name)
    func texts(_ part: DownloadPart?) -> [ExactText?] {
      [part?.validator, part?.modified].map { $0.map(ExactText.init) }
    }
    guard texts(saved) != texts(part) else { return }
    throw NetworkError(
      .transfer(.fileUnwritable(partialFile)), underlyingError: CocoaError(.fileReadCorruptFile))
  }

  func take(_ load: BodyFlow.Load, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    guard case .data(let data) = load, !data.isEmpty else { return done(.success(())) }
    if state.withLock({ $0.replacement == nil }) {
      return done(Result { () throws(NetworkError) in try write(data) })
    }
    open(done) { [self] () throws(NetworkError) in
      try replaceOldPart()
      try write(data)
    }
  }

  private func write(_ data: Data) throws(NetworkError) {
    let (url, handle, place) = state.withLock { state in
      state.noContent == nil ? (state.url, state.handle, state.place) : (nil, nil, nil)
    }
    guard let url, let handle else { return }
    // Only one thread at a time writes, so the file is written without the lock held.
    try Self.perform(on: destination.partialFile ?? place ?? url) { try handle.write(contentsOf: data) }
    state.withLock { $0.hash?.update(data) }
  }

  /// Opens the file of a body without bytes.
  func end(done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    let (noContent, replaces) = state.withLock { ($0.noContent, $0.replacement != nil) }
    switch noContent {
    case .empty(let place)?: open(done) { [self] () throws(NetworkError) in try openEmpty(for: place) }
    case nil where replaces: open(done) { [self] () throws(NetworkError) in try replaceOldPart() }
    case .unchanged?, nil: done(.success(()))
    }
  }

  func spill(_ chunk: Data) throws(NetworkError) {}

  func finish(
    _ received: ReceivedResponse, by rules: ValidationRules, commit: (() throws -> Void) throws -> Void
  ) throws(NetworkError) -> ReceivedResponse {
    let noContent = state.withLock { $0.noContent }
    if case .unchanged(let place)? = noContent { return try finish(received, by: rules, with: place) }
    var received = received
    let (url, handle, hash, place) = state.withLock { ($0.url, $0.handle, $0.hash, $0.place) }
    received.fileURL = url
    try validate(received, by: rules)
    do throws(NetworkError) {
      if let hash { try check(hash) }
    } catch {
      // The bytes on disk are wrong, so they must not be resumed.
      state.withLock { $0.part = DownloadPart() }
      throw error
    }
    guard let url, let handle, let place else { return received }
    try move(url, handle, to: place, replaces: replaces && noContent == nil, commit)
    state.withLock { state in (state.url, state.handle) = (nil, nil) }
    // The next download of the same file may begin when this one is closed.
    if noContent == nil, let partialFile = destination.partialFile { SavedPart.remove(beside: partialFile) }
    PrivateFile.close(handle)
    received.fileURL = place
    return received
  }

  /// Completes a 304 with the file at the destination, which stays as it is.
  private func finish(
    _ received: ReceivedResponse, by rules: ValidationRules, with place: URL
  ) throws(NetworkError) -> ReceivedResponse {
    guard let entry = FileEntry(place.resolvingSymlinksInPath()), entry.isRegular else {
      throw NetworkError(.transfer(.fileMissing(place)))
    }
    var received = received
    received.fileURL = place
    try validate(received, by: rules)
    guard destination.checksum != nil else { return received }
    do {
      let handle = try PrivateFile.openForReading(place)
      defer { PrivateFile.close(handle) }
      try check(try Self.hashOfFirst(Int64(try handle.seekToEnd()), of: handle))
    } catch {
      throw (error as? NetworkError) ?? NetworkError(.transfer(.fileMissing(place)), underlyingError: error)
    }
    return received
  }

  private func validate(_ received: ReceivedResponse, by rules: ValidationRules) throws(NetworkError) {
    guard !rules.custom.isEmpty else { return }
    do throws(NetworkError) {
      try rules.validateCustom(received.withFileContents())
    } catch {
      var error = error
      error.data = nil
      throw error
    }
  }

  private func check(_ hash: SHA256) throws(NetworkError) {
    let actual = SHA256.hexadecimal(hash.finalized())
    guard let expected = destination.checksum?.digits, actual != expected else { return }
    throw NetworkError(.transfer(.checksum(expected: expected, actual: actual)))
  }

  /// Opens an empty file; the partial file stays as it is.
  private func openEmpty(for place: URL) throws(NetworkError) {
    if destination.partialFile == nil {
      discardPart()
    } else {
      let handle = state.withLock { state in
        defer { (state.url, state.handle) = (nil, nil) }
        return state.handle
      }
      handle.map(PrivateFile.close)
    }
    let folder = place.deletingLastPathComponent()
    try createFolder(of: place)
    let staged = PrivateFile.hidden(in: folder)
    let handle = try Self.perform(on: place) { try PrivateFile.create(staged) }
    let hash = destination.checksum == nil ? nil : SHA256()
    let isClosed = state.withLock { state in
      (state.url, state.handle, state.place) = (staged, handle, place)
      (state.part, state.hash, state.noContent) = (DownloadPart(), hash, .empty(place))
      return state.isClosed
    }
    if isClosed { close() }
  }

  func close() {
    let (url, handle, isKept) = state.withLock { state -> (URL?, FileHandle?, Bool) in
      defer { (state.url, state.handle, state.isClosed) = (nil, nil, true) }
      return (state.url, state.handle, destination.partialFile != nil && state.part.validator != nil)
    }
    // Closed last, because closing it releases the lock.
    defer { handle.map(PrivateFile.close) }
    // The part of an earlier request is kept if this one did not open it.
    guard let url, !isKept else { return }
    PrivateFile.remove(url)
    if destination.partialFile != nil { SavedPart.remove(beside: url) }
  }

  // MARK: - The destination

  private var replaces: Bool { destination.options.contains(.replaceExisting) }

  /// Throws if the destination exists and may not be replaced, before the body is transferred.
  private func check(_ place: URL, replaces: Bool) throws(NetworkError) {
    guard let entry = FileEntry(place) else { return }
    guard replaces, !entry.isFolder else {
      let lacksContent = self.replaces && !entry.isFolder
      throw NetworkError(
        .transfer(.fileExists(place)), underlyingError: lacksContent ? NoContentReplacesNoFile() : nil)
    }
    try Self.perform(on: place) { try PrivateFile.checkReplaceable(place) }
  }

  /// Moves the file to its destination.
  private func move(
    _ url: URL, _ handle: FileHandle, to place: URL, replaces: Bool,
    _ commit: (() throws -> Void) throws -> Void
  ) throws(NetworkError) {
    try createFolder(of: place)
    try check(place, replaces: replaces)
    let old = replaces ? FileEntry(place) : nil
    try Self.perform(on: place) {
      let folder = place.deletingLastPathComponent()
      let mode = try old.flatMap { $0.isRegular ? $0.permissions : nil } ?? PrivateFile.usualMode(in: folder)
      do {
        try commit { try Self.move(url, handle, to: place, mode: mode, replaces: replaces) }
      } catch let error as POSIXError where error.code == .EXDEV {
        // On another file system: copy to the destination's folder first, so that the last step is a rename.
        let staged = PrivateFile.hidden(in: folder)
        let copy = try PrivateFile.copy(handle, to: staged)
        do {
          try commit { try Self.move(staged, copy, to: place, mode: mode, replaces: replaces) }
        } catch {
          PrivateFile.remove(staged)
          throw error
        }
        PrivateFile.remove(url)
      }
    }
  }

  private static func move(
    _ url: URL, _ handle: FileHandle, to place: URL, mode: mode_t, replaces: Bool
  ) throws {
    try PrivateFile.setMode(mode, of: handle)
    do {
      try PrivateFile.move(url, to: place, replaces: replaces)
    } catch {
      try? PrivateFile.setMode(PrivateFile.ownerOnly, of: handle)
      guard let error = error as? POSIXError, error.code == .EEXIST else { throw error }
      throw NetworkError(.transfer(.fileExists(place)))
    }
  }

  /// Creates the folder of a file if the options say so.
  private func createFolder(of file: URL) throws(NetworkError) {
    guard destination.options.contains(.createFolders) else { return }
    try Self.perform(on: file) {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
  }
}
