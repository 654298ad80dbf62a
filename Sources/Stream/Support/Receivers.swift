/// Objects that are retained together, so that iterating over them retains neither the list nor each of them.
///
/// The caller must ensure that the list does not change meanwhile; a subject uses its gate.
@safe @usableFromInline
struct Receivers<Member: AnyObject>: ~Copyable {
  // This value owns the members, and cannot be copied. `replace` has retained each of them.
  @usableFromInline private(set) var members: [Unmanaged<Member>]
  /// The only member, if there is exactly one, which is found without a look at the array.
  @usableFromInline private(set) var sole: Unmanaged<Member>?

  @usableFromInline
  init() {
    unsafe members = []
    unsafe sole = nil
  }

  /// Replaces all members.
  mutating func replace(with new: [Member]) {
    let former = unsafe members
    unsafe members = new.map { unsafe Unmanaged.passRetained($0) }
    unsafe sole = members.count == 1 ? members[0] : nil
    unsafe former.forEach { unsafe $0.release() }
  }

  @inlinable @inline(__always)
  borrowing func forEach(_ body: (Member) -> Void) {
    if let sole = unsafe sole { return unsafe sole._withUnsafeGuaranteedRef(body) }
    unsafe members.forEach { unsafe $0._withUnsafeGuaranteedRef(body) }
  }

  @inlinable
  deinit {
    // Balances the retains made in `replace`.
    unsafe members.forEach { unsafe $0.release() }
  }
}
