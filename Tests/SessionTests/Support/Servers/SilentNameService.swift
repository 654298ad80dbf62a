#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// A name service that does not respond until the test allows it.
  ///
  /// All lookups of hosts that end in `.silent` hang until then, in the C library's `getaddrinfo`, which
  /// libcurl's threads call. It affects the whole process, so only tests in a separate process use it. The
  /// library is compiled for the test, with the compiler that the package manager uses for C.
  struct SilentNameService: Sendable {
    private typealias Count = @convention(c) @Sendable () -> Int32
    private typealias Action = @convention(c) @Sendable () -> Void

    private let askedCount: Count
    private let answeredCount: Count
    private let letAnswer: Action

    /// Makes it the name service of this process, before the files of the system.
    static func start() async throws -> SilentNameService {
      let folder = try TemporaryFolder()
      let source = Tool.program("silent-name-service.c")
      guard let source, let compiler = Tool.compilerOfC else {
        throw Tool.Failure(description: "there is no compiler of C, or nothing to compile")
      }
      // The C library asks for a library of this name and uses the one that is loaded.
      let library = folder.file("libnss_silent.so.2").path
      try await compiler.run(
        ["-shared", "-fPIC", "-Wl,-soname,libnss_silent.so.2", "-o", library, source.path], in: folder)
      return try SilentNameService(library)
    }

    /// The pointers are valid during the calls, and the functions are never unloaded.
    ///
    /// Their types are those of the source.
    private init(_ library: String) throws {
      let handle = unsafe dlopen(library, RTLD_NOW)
      guard let asked = unsafe dlsym(handle, "silent_name_service_asked"),
        let answered = unsafe dlsym(handle, "silent_name_service_answered"),
        let answer = unsafe dlsym(handle, "silent_name_service_answer"),
        // Replaces the line `hosts` of nsswitch.conf.
        let configure = unsafe dlsym(nil, "__nss_configure_lookup")
      else { throw Tool.Failure(description: "the name service cannot be loaded") }
      askedCount = unsafe unsafeBitCast(asked, to: Count.self)
      answeredCount = unsafe unsafeBitCast(answered, to: Count.self)
      letAnswer = unsafe unsafeBitCast(answer, to: Action.self)
      typealias Configure = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
      guard unsafe unsafeBitCast(configure, to: Configure.self)("hosts", "silent files") == 0 else {
        throw Tool.Failure(description: "the C library does not take the name service")
      }
    }

    /// The number of lookups that have begun.
    var asked: Int { Int(askedCount()) }
    /// The number of lookups that have ended.
    ///
    /// A lookup ends by itself after a minute, which fails a test that waits for one although it should not.
    var completed: Int { Int(answeredCount()) }

    /// Responds to all lookups from now on, including pending ones.
    func respond() { letAnswer() }

    /// Waits until a lookup has begun.
    func waitUntilAsked() async { await waitPatiently { asked > 0 } }
  }
#endif
