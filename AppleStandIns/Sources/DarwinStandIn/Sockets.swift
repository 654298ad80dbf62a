/// The C library, as far as Darwin declares it with the same types as Linux.
@_exported public import Glibc

// <sys/socket.h>

/// A stream socket; Linux has an enumeration instead of a number.
public let SOCK_STREAM: Int32 = 1

/// The option that prevents `SIGPIPE`.
///
/// Linux has none and refuses this number, so the target DarwinSignals makes the process ignore the signal.
public let SO_NOSIGPIPE: Int32 = 0x1022

// <sys/resource.h>

/// The limit of open files; Linux has an enumeration instead of a number.
public let RLIMIT_NOFILE: Int32 = 8

/// Reads a limit, of which only that of open files is known.
public func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>!) -> Int32 {
  // The caller's pointer is valid.
  unsafe Glibc.getrlimit(__rlimit_resource_t(UInt32(7)), limit)
}

/// Sets a limit, of which only that of open files is known.
public func setrlimit(_ resource: Int32, _ limit: UnsafePointer<rlimit>!) -> Int32 {
  // The caller's pointer is valid.
  unsafe Glibc.setrlimit(__rlimit_resource_t(UInt32(7)), limit)
}
