import TestSupport
import Testing

@testable import Net

@Suite struct HTTPHeadersByNameTests {
  @Test(
    arguments: [
      [:], ["Cache-Control": "a"], ["X": "b", "CACHE-control": "a"], ["Cache-Contro1": "a"],
      ["Cache-Control2": "a"],
      ["cache-control": "a", "X": "b", "Cache-Control": "", "CACHE-CONTROL": "c"],
    ] as [HTTPHeaders])
  func theValueOfANameIsThatOfTheSubscript(headers: HTTPHeaders) {
    expectEqual(headers.value(ofName: "cache-control"), headers["Cache-Control"])
  }
}
