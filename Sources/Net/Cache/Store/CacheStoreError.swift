public import Foundation

/// The reason why a store could not read or store a response.
///
/// No request fails because of it: the response comes from the network, or is not stored, and monitors are notified.
///
/// ```swift
/// do { configuration.cache = try .disk(at: directory, limit: 64 << 20) } catch { print(error) }
/// ```
public enum CacheStoreError: Error, Sendable, Hashable {
  /// The body is larger than the limit in bytes.
  case tooLarge(limit: Int64)
  /// The disk, a quota or a limit of the process leaves no room.
  case full
  /// The entry no longer exists.
  case vanished
  /// The stored bytes differ from those that were written.
  case damaged
  /// The entry was removed while it was being written.
  case removed
  /// The writer has already committed or discarded its entry.
  case ended
  /// The directory cannot be used, for this reason.
  case directory(URL, reason: String)
  /// The system refused, with this error.
  case system(POSIXErrorCode)
}

extension CacheStoreError: CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .tooLarge(let limit): "the body is larger than the limit of \(limit.counted("byte"))"
    case .full: "there is no space left on the disk"
    case .vanished: "the entry no longer exists"
    case .damaged: "the stored bytes are damaged"
    case .removed: "the entry was removed while it was being written"
    case .ended: "the writer has already ended"
    case .directory(let url, let reason): "the cache directory \(url.path) cannot be used: \(reason)"
    case .system(let code): "a system call failed: \(POSIXError(code).localizedDescription)"
    }
  }
}

extension CacheStoreError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
