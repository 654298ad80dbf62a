import TestSupport
import Testing

@testable import Net

@Suite struct DeltaSecondsTests {
  @Test(arguments: [
    ("0", 0), ("3600", 3600), ("003600", 3600), ("2147483647", 2_147_483_647), ("2147483648", 2_147_483_648),
    ("2147483649", 2_147_483_648), ("9999999999999999999999999999999999999999", 2_147_483_648),
  ])
  func digitsAreSecondsUpToALimit(text: String, seconds: Int) {
    expectEqual(DeltaSeconds.parse(text.utf8), seconds)
  }

  @Test(arguments: ["", "-1", "+1", "1.0", "1a", "a1", " 1", "1 ", "'1'", "\"1\"", "٣"])
  func everythingElseIsInvalid(text: String) {
    expectNil(DeltaSeconds.parse(text.utf8))
  }
}
