#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// A name service that does not answer before the test says so: all lookups of this process of hosts that end in
  /// `.silent` hang until then, in the C library's own `getaddrinfo`, which libcurl's threads call.
  ///
  /// It holds for the whole process, so it is for tests that have one of their own. What is loaded is compiled for the
  /// test, by the compiler that the package manager compiles C with.
  struct SilentNameService: Sendable {
    private typealias Count = @convention(c) @Sendable () -> Int32
    private typealias Action = @convention(c) @Sendable () -> Void

    private let askedCount: Count
    private let answeredCount: Count
    private let letAnswer: Action

    /// Makes it the name service of this process, before the files of the system.
    static func start() async throws -> SilentNameService {
      let folder = try TemporaryFolder()
      let source = Bundle.module.url(forResource: "Fixtures/silent-name-service", withExtension: "c")
      guard let source, let compiler = Tool("clang") ?? Tool("cc") ?? Tool("gcc") else {
        throw Tool.Failure(description: "there is no compiler of C, or nothing to compile")
      }
      // The C library asks for a library of this name, and takes the one that is loaded.
      let library = folder.file("libnss_silent.so.2").path
      try await compiler.run(
        ["-shared", "-fPIC", "-Wl,-soname,libnss_silent.so.2", "-o", library, source.path], in: folder)
      return try SilentNameService(library)
    }

    /// The pointers live for the calls, and what they find is never unloaded.
    ///
    /// The types are those of the source.
    private init(_ library: String) throws {
      let handle = unsafe dlopen(library, RTLD_NOW)
      guard let asked = unsafe dlsym(handle, "silent_name_service_asked"),
        let answered = unsafe dlsym(handle, "silent_name_service_answered"),
        let answer = unsafe dlsym(handle, "silent_name_service_answer"),
        // In the place of the line `hosts` of nsswitch.conf.
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

    /// How many lookups have begun.
    var asked: Int { Int(askedCount()) }
    /// How many lookups have ended.
    ///
    /// They do so by themselves after a minute, which is how a test fails that waits for one where it should
    /// not have to.
    var answered: Int { Int(answeredCount()) }

    /// Lets it answer from now on, to all who have asked and will ask.
    func answer() { letAnswer() }

    /// Waits until it has been asked.
    func isAsked() async { await waitPatiently { asked > 0 } }
  }
#endif
