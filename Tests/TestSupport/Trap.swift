#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a trap of Swift does to a process.
package enum Trap {
  /// The signal that ends the process.
  package static var endingSignal: Int32 {
    #if arch(x86_64) || arch(i386)
      SIGILL
    #else
      SIGTRAP
    #endif
  }

  /// Has this process end at a trap at once: to report where it was takes longer than most tests.
  package static func endsAtOnce() {
    for number in [SIGILL, SIGTRAP] { _ = signal(number, SIG_DFL) }
  }
}
