#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Calls of the C library whose names clash with methods here, or whose constants have different types on different
/// systems.
enum Glue {
  static func streamSocket() -> Int32 {
    #if canImport(Darwin) || !canImport(Glibc)
      socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
  }

  static func listen(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.listen(descriptor, SOMAXCONN)
    #elseif canImport(Glibc)
      Glibc.listen(descriptor, SOMAXCONN)
    #elseif canImport(Musl)
      Musl.listen(descriptor, SOMAXCONN)
    #elseif canImport(Android)
      Android.listen(descriptor, SOMAXCONN)
    #endif
  }

  static func bind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    // The caller's pointer points to an address of this size during this call.
    #if canImport(Darwin)
      unsafe Darwin.bind(descriptor, address, size)
    #elseif canImport(Glibc)
      unsafe Glibc.bind(descriptor, address, size)
    #elseif canImport(Musl)
      unsafe Musl.bind(descriptor, address, size)
    #elseif canImport(Android)
      unsafe Android.bind(descriptor, address, size)
    #endif
  }

  static func accept(_ descriptor: Int32) -> Int32 {
    // No pointer is passed, because the peer's address is not needed.
    #if canImport(Darwin)
      Darwin.accept(descriptor, nil, nil)
    #elseif canImport(Glibc)
      Glibc.accept(descriptor, nil, nil)
    #elseif canImport(Musl)
      Musl.accept(descriptor, nil, nil)
    #elseif canImport(Android)
      Android.accept(descriptor, nil, nil)
    #endif
  }

  /// Sends without raising `SIGPIPE` if the peer has closed; on Darwin that is an option of the socket.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    // The caller's pointer points to `count` bytes during this call.
    #if canImport(Darwin)
      unsafe Darwin.send(descriptor, bytes, count, 0)
    #elseif canImport(Glibc)
      unsafe Glibc.send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #elseif canImport(Musl)
      unsafe Musl.send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #elseif canImport(Android)
      unsafe Android.send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
  }

  static func shutdownSending(_ descriptor: Int32) -> Int32 { shutdown(descriptor, Int32(SHUT_WR)) }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #elseif canImport(Android)
      _ = Android.close(descriptor)
    #endif
  }

  /// Makes calls on the descriptor non-blocking, and keeps child processes from inheriting it.
  static func makeNonBlocking(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
      && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
  }
}
