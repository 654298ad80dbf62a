public import Glibc

// <pthread.h>: a thread is a pointer.

/// What a thread's pointer points to.
public struct _opaque_pthread_t {
  fileprivate var number: Glibc.pthread_t
}

/// A thread.
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

/// Starts a thread.
///
/// Its pointer is never freed, because nothing tells when the last copy is gone.
@discardableResult
public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @escaping @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  var number = Glibc.pthread_t()
  // The function is called with the argument, which is not null here, so both types mean the same.
  let startOnLinux = unsafe unsafeBitCast(
    start, to: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?).self)
  let code = unsafe Glibc.pthread_create(&number, attributes, startOnLinux, argument)
  if code == 0 { unsafe thread.pointee = pointer(number) }
  return code
}

/// The calling thread.
public func pthread_self() -> pthread_t { unsafe pointer(Glibc.pthread_self()) }

/// Whether both are the same thread; 0 if not.
public func pthread_equal(_ one: pthread_t!, _ other: pthread_t!) -> Int32 {
  // The pointers come from `pthread_create` and `pthread_self` and are never freed.
  unsafe Glibc.pthread_equal(one.pointee.number, other.pointee.number)
}

/// Waits for the end of a thread.
@discardableResult
public func pthread_join(
  _ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
  // The pointer comes from `pthread_create` and is never freed.
  unsafe Glibc.pthread_join(thread.pointee.number, result)
}

/// Lets a thread end without being awaited.
@discardableResult
public func pthread_detach(_ thread: pthread_t) -> Int32 {
  // The pointer comes from `pthread_create` and is never freed.
  unsafe Glibc.pthread_detach(thread.pointee.number)
}

private func pointer(_ number: Glibc.pthread_t) -> pthread_t {
  let pointer = pthread_t.allocate(capacity: 1)
  unsafe pointer.initialize(to: _opaque_pthread_t(number: number))
  return unsafe pointer
}
