import TestSupport
import Testing

@testable import Net

@Suite struct CacheReasonTests {
  private static let known: [CacheReason] = [
    .bypass, .method, .uriMiss, .varyMiss, .miss, .request, .stale, .partial, .revalidating, .noStore,
    .status, .size, .removed, .storage, .error,
  ]

  @Test(arguments: known) func aReasonIsItsName(_ reason: CacheReason) {
    let same = CacheReason(rawValue: reason.rawValue)
    expectEqual(same, reason)
    expectEqual(same.hashValue, reason.hashValue)
  }

  @Test func theNamesDiffer() {
    expectEqual(Set(Self.known.map(\.rawValue)).count, Self.known.count)
    expectEqual(Set(Self.known).count, Self.known.count)
  }

  @Test func anotherNameIsKept() {
    let other = CacheReason(rawValue: "proxy")
    expectEqual(other.rawValue, "proxy")
    expectEqual("\(other)", "proxy")
    expectEqual(other, CacheReason(rawValue: "proxy"))
    expectNotEqual(other, .miss)
  }
}
