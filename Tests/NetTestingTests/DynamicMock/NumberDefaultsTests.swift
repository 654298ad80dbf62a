import Foundation
import NetTesting
import TestSupport
import Testing

/// A type without a default stops the process at an unexpected call.
@Suite struct NumberDefaultsTests {
  private static let integers: [Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, UInt128.self,
  ]
  private static let others: [Any.Type] = [Float.self, Double.self, CGFloat.self, Decimal.self]

  @Test func eachNumberTypeOfTheStandardLibraryHasADefault() {
    var types = Self.integers + Self.others
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      types.append(Float16.self)
    #endif
    #if !os(Windows) && !os(Android) && (arch(i386) || arch(x86_64))
      types.append(Float80.self)
    #endif
    expectEqual(types.filter { !($0 is any MockDefault.Type) }.map { "\($0)" }, [])
  }

  @Test func anUnexpectedCallReturnsZero() {
    var number: Int128?
    let messages = failures { number = Mock().call.count() as Int128 }
    expectEqual(number, 0)
    expectEqual(messages.count, 1)
  }
}
