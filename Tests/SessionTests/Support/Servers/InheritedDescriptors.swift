#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// The descriptors that this process opens, each seen at the moment when it is opened.
  ///
  /// Only tests in a separate process use it. The preloaded library is compiled for the test, and the process
  /// restarts with it.
  struct InheritedDescriptors: Sendable {
    private typealias Count = @convention(c) @Sendable () -> Int32

    private let openedCount: Count
    private let inheritedCount: Count

    /// Looks at the descriptors of this process.
    ///
    /// See ``RestartedProcess``.
    static func start() async throws -> InheritedDescriptors {
      try await PreloadedProgram(name: "inherited-descriptors").start()
      // The functions are never unloaded, and their types are those of the source.
      guard let opened = unsafe dlsym(nil, "inherited_descriptors_opened"),
        let inherited = unsafe dlsym(nil, "inherited_descriptors_count")
      else { throw Tool.Failure(description: "the library is not loaded") }
      return InheritedDescriptors(
        openedCount: unsafe unsafeBitCast(opened, to: Count.self),
        inheritedCount: unsafe unsafeBitCast(inherited, to: Count.self))
    }

    /// The number of descriptors that this program has opened.
    var opened: Int { Int(openedCount()) }
    /// The number of those that a program started at that moment would have inherited.
    var inherited: Int { Int(inheritedCount()) }
  }
#endif
