import Net

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
    #if canImport(Darwin)
      nonBlocking(StandardStreams.avoiding(socket(AF_INET, SOCK_STREAM, 0)))
    #elseif canImport(Glibc)
      StandardStreams.avoiding(socket(AF_INET, Int32(SOCK_STREAM.rawValue) | flags, 0))
    #else
      StandardStreams.avoiding(socket(AF_INET, SOCK_STREAM | flags, 0))
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

  static func accept(_ descriptor: Int32) -> Int32 { StandardStreams.avoiding(accepted(by: descriptor)) }

  private static func accepted(by descriptor: Int32) -> Int32 {
    // No pointer is passed, because the peer's address is not needed.
    #if !canImport(Darwin)
      if let accept4 = unsafe accept4 {
        let accepted = accept4(descriptor, nil, nil, flags)
        if accepted >= 0 || !isDenied { return accepted }
      }
    #endif
    #if canImport(Darwin)
      return nonBlocking(Darwin.accept(descriptor, nil, nil))
    #elseif canImport(Glibc)
      return nonBlocking(Glibc.accept(descriptor, nil, nil))
    #elseif canImport(Musl)
      return nonBlocking(Musl.accept(descriptor, nil, nil))
    #elseif canImport(Android)
      return nonBlocking(Android.accept(descriptor, nil, nil))
    #endif
  }

  /// Opens a pipe and returns its ends, or nil if the system refuses; an end that it refuses to move is -1.
  static func openPipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    // The pointer is the array's own, with room for the two descriptors that the call writes.
    let isOpen = unsafe ends.withUnsafeMutableBufferPointer { ends in
      #if !canImport(Darwin)
        if let pipe2 = unsafe pipe2 {
          let result = unsafe pipe2(ends.baseAddress, flags)
          if result == 0 || !isDenied { return result == 0 }
        }
      #endif
      guard unsafe pipe(ends.baseAddress.unsafelyUnwrapped) == 0 else { return false }
      for index in ends.indices { unsafe ends[index] = nonBlocking(ends[index]) }
      return true
    }
    return isOpen ? (StandardStreams.avoiding(ends[0]), StandardStreams.avoiding(ends[1])) : nil
  }

  #if !canImport(Darwin)
    /// What makes a new descriptor non-blocking, and keeps child processes from inheriting it.
    ///
    /// A program that another thread starts between two calls would keep a connection open after its end. The flags of
    /// sockets have the same values.
    private static let flags = O_CLOEXEC | O_NONBLOCK

    /// Whether the last call failed because a sandbox allows only the older one without flags.
    private static var isDenied: Bool { errno == ENOSYS || errno == EPERM }

    private typealias Accept4 =
      @convention(c) @Sendable (
        Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32
      ) -> Int32
    private typealias Pipe2 = @convention(c) @Sendable (UnsafeMutablePointer<Int32>?, Int32) -> Int32

    /// `accept4`, which Swift does not import; the type matches its declaration.
    private static let accept4: Accept4? = {
      guard let symbol = unsafe dlsym(nil, "accept4") else { return nil }
      return unsafe unsafeBitCast(symbol, to: Accept4.self)
    }()

    /// `pipe2`, which Swift does not import; the type matches its declaration.
    private static let pipe2: Pipe2? = {
      guard let symbol = unsafe dlsym(nil, "pipe2") else { return nil }
      return unsafe unsafeBitCast(symbol, to: Pipe2.self)
    }()
  #endif

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

  /// Makes calls on a new descriptor non-blocking, and keeps child processes from inheriting it; closes it and returns -1
  /// if the system refuses.
  private static func nonBlocking(_ descriptor: Int32) -> Int32 {
    guard descriptor >= 0 else { return descriptor }
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    {
      return descriptor
    }
    let code = errno
    close(descriptor)
    errno = code
    return -1
  }
}
