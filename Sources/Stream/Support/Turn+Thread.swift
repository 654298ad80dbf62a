#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension Turn {
  /// A number of the calling thread, never 0 and always even.
  ///
  /// It is the address of what the system keeps of the thread, which is aligned.
  @usableFromInline static var currentThread: UInt {
    #if canImport(Darwin) || canImport(Musl)
      unsafe UInt(bitPattern: pthread_self())
    #elseif canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}
