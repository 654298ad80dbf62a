#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a Swift trap ends a process.
package enum Trap {
  /// The signal with which a trap ends the process.
  package static var endingSignal: Int32 {
    #if arch(x86_64) || arch(i386)
      SIGILL
    #else
      SIGTRAP
    #endif
  }

  /// Ends this process immediately at a trap, because a crash report takes longer than most tests.
  package static func endsAtOnce() {
    for number in [SIGILL, SIGTRAP] { _ = signal(number, SIG_DFL) }
  }
}
