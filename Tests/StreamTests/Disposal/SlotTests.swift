import Testing

@testable import Stream

/// A slot can forget a handle that has ended.
@Suite struct SlotTests {
  @Test func aForgottenHandleIsReleasedAndNotDisposedOf() {
    let slot = Slot()
    let disposed = Count()
    weak var handle: Handle?
    do {
      let held = NotifyingSlot { disposed.increment() }
      handle = held
      slot.hold(held)
    }
    #expect(handle != nil)
    if let handle { slot.forget(handle) }
    #expect(handle == nil)
    slot.dispose()
    #expect(disposed.value == 0)
  }

  @Test func onlyTheCurrentHandleIsForgotten() {
    let slot = Slot()
    let disposed = Count()
    let first = Slot()
    slot.hold(first)
    slot.hold(NotifyingSlot { disposed.increment() })
    slot.forget(first)
    slot.dispose()
    #expect(disposed.value == 1)
  }

  @Test func forgettingInAClosedSlotHasNoEffect() {
    let slot = Slot()
    slot.dispose()
    slot.forget(Slot())
    #expect(slot.isDisposed)
  }
}
