import TestSupport
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
    expectNotNil(handle)
    if let handle { slot.forget(handle) }
    expectNil(handle)
    slot.dispose()
    expectEqual(disposed.value, 0)
  }

  @Test func onlyTheCurrentHandleIsForgotten() {
    let slot = Slot()
    let disposed = Count()
    let first = Slot()
    slot.hold(first)
    slot.hold(NotifyingSlot { disposed.increment() })
    slot.forget(first)
    slot.dispose()
    expectEqual(disposed.value, 1)
  }

  @Test func forgettingInAClosedSlotHasNoEffect() {
    let slot = Slot()
    slot.dispose()
    slot.forget(Slot())
    expectTrue(slot.isDisposed)
  }

  @Test func aSlotThatIsReleasedReleasesItsHandleAndDoesNotDisposeOfIt() {
    let disposed = Count()
    weak var handle: Handle?
    do {
      let slot = Slot()
      let held = NotifyingSlot { disposed.increment() }
      handle = held
      slot.hold(held)
    }
    expectNil(handle)
    expectEqual(disposed.value, 0)
  }
}
