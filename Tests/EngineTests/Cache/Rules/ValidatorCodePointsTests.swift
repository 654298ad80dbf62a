import TestSupport
import Testing

@testable import Net

/// Validators with an é as one code point or two are equal as `String`, but not on the wire.
@Suite struct ValidatorCodePointsTests {
  private let one = "caf\u{E9}"
  private let two = "cafe\u{301}"

  private func scene(_ headers: HTTPHeaders) -> CacheScene {
    var scene = CacheScene()
    scene.store(headers)
    return scene
  }

  @Test(arguments: ["ETag", "Last-Modified"])
  func aHeadWithAnotherValidatorMakesTheResponseStale(name: String) {
    let headers: HTTPHeaders = [
      HTTPField(name: name, value: "\"\(one)\""), HTTPField(name: "Cache-Control", value: "max-age=1"),
    ]
    let changed: HTTPHeaders = [HTTPField(name: name, value: "\"\(two)\"")]
    let outcome = scene(headers).outcome(200, changed, after: 5, method: .head)
    expectEqual(outcome?.updates.first?.response.isInvalid, true)
  }

  @Test func theTagOfTheCacheIsSentTogetherWithOneThatDiffersOnTheWire() {
    let forward = scene(["ETag": "\"\(one)\""]).forwarded(["If-None-Match": "\"\(two)\""])
    expectEqual(forward?.request.headers, ["If-None-Match": "\"\(two)\", \"\(one)\""])
  }

  @Test func a304ToTheClientsTagIsForTheClient() {
    let scene = scene(["ETag": "\"\(one)\""])
    let condition: HTTPHeaders = ["If-None-Match": "\"\(two)\""]
    expectEqual(scene.outcome(304, ["ETag": "\"\(two)\""], to: condition)?.isFromNetwork, true)
    expectEqual(scene.outcome(304, ["ETag": "\"\(one)\""], to: condition)?.served?.index, 0)
  }
}
