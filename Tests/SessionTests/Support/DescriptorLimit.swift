#if os(Linux)
  import Foundation
  import Glibc

  /// The limit of open descriptors, for tests in a separate process.
  enum DescriptorLimit {
    /// Limits this process.
    static func set(to count: Int) throws {
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limits = rlimit()
      // The pointers are valid during the calls.
      unsafe getrlimit(resource, &limits)
      limits.rlim_cur = rlim_t(count)
      guard unsafe setrlimit(resource, &limits) == 0 else { throw POSIXError(.EPERM) }
    }

    /// Lets this process open nothing until the limit is set again, even if another thread closes something.
    ///
    /// The system uses the lowest free number, and the standard streams have the numbers up to 2.
    static func allowNone() throws { try set(to: 3) }

    /// Opens as many descriptors as the system allows, so that a test can set some free.
    ///
    /// A descriptor that another thread closes after that is free, too.
    static func takeAll() -> [Int32] {
      var taken: [Int32] = []
      while case let descriptor = dup(2), descriptor >= 0 { taken.append(descriptor) }
      return taken
    }
  }
#endif
