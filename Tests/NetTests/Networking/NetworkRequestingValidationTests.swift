import Foundation
import Net
import TestSupport
import Testing

struct NetworkRequestingValidationTests {
  @Test func aRangeOfStatusCodesIsAccepted() {
    let request = FixedNetwork().get().validate(statusCode: 200..<203)
    expectEqual(request.requestDescription.validation.statusCode, .only([200, 201, 202]))
  }

  @Test func aStatusCodeThatIsNotListedFails() {
    expectNil(FixedNetwork(404).get().validate(statusCode: [404]).inlineResponse(.void)?.error)
    expectEqual(
      FixedNetwork(200).get().validate(statusCode: [404]).inlineResponse(.void)?.error?.reason,
      .validation(.statusCode(200)))
  }

  @Test func anUnboundedRangeOfStatusCodesIsAccepted() {
    expectNil(FixedNetwork(500).get().validate(statusCode: 200...).inlineResponse(.void)?.error)
  }

  @Test func aContentTypeThatIsNotListedFails() {
    let png: HTTPHeaders = ["Content-Type": "image/png"]
    expectNil(
      FixedNetwork(200, "x", headers: png).get().validate(contentType: ["image/*"]).inlineResponse(.void)?
        .error)
    expectEqual(
      FixedNetwork(200, "x", headers: png).get().validate(contentType: ["text/plain"]).inlineResponse(.void)?
        .error?
        .reason, .validation(.contentType("image/png", acceptable: ["text/plain"])))
  }

  @Test func withoutArgumentsTheStandardRulesApply() {
    let request = FixedNetwork().get().validate(statusCode: [404]).validate(contentType: ["a/b"])
      .validate { _ in }.validate()
    expectEqual(request.requestDescription.validation.statusCode, .success)
    expectEqual(request.requestDescription.validation.contentType, .accepted)
    expectEqual(request.requestDescription.validation.custom.count, 1)
  }

  @Test func withoutArgumentsTheRulesOfTheSessionDoNotApply() {
    let fixture = SessionFixture { $0.validation = .none }
    let lenient = fixture.start()
    let strict = fixture.start { $0.validate() }
    for task in fixture.tasks { task.respond(404) }
    expectNil(lenient.reason)
    expectEqual(strict.reason, .validation(.statusCode(404)))
  }

  @Test func statusCodeAndContentTypeAreIndependent() {
    let request = FixedNetwork().get().validate(statusCode: [200]).validate(contentType: ["a/b"])
    expectEqual(request.requestDescription.validation.statusCode, .only([200]))
    expectEqual(request.requestDescription.validation.contentType, .only(["a/b"]))
  }

  @Test func aCustomRuleCanRejectTheResponse() {
    let request = FixedNetwork(200, "no").get().validate { response in
      if response.data == Data("no".utf8) { throw Refused() }
    }
    let error = request.inlineResponse(.void)?.error
    expectEqual(error?.reason, .validation(.custom))
    #expect(error?.underlyingError is Refused)
  }

  @Test func customRulesAreCombined() {
    let request = FixedNetwork(200, "x").get()
      .validate { response in if response.data.isEmpty { throw Refused() } }
      .validate { response in if !response.data.isEmpty { throw Refused() } }
    #expect(request.inlineResponse(.void)?.error?.underlyingError is Refused)
  }

  @Test func unvalidatedAcceptsEveryResponse() {
    var session = ValidationRules.standard
    session.custom = [{ _ in throw Refused() }]
    let request = FixedNetwork(500, "x", session: session).get().validate(statusCode: [200]).unvalidated()
    expectNil(request.inlineResponse(.void)?.error)
  }

  @Test func aValidationRuleAddedAfterUnvalidatedApplies() {
    let request = FixedNetwork(500).get().unvalidated().validate { _ in throw Refused() }
    #expect(request.inlineResponse(.void)?.error?.underlyingError is Refused)
  }

  @Test func aCustomRuleNeedsNoTypeAnnotation() {
    let statuses = Lock<[Int]>([])
    let request = FixedNetwork(200, "x").get()
      .validate { _ in }
      .validate { response in statuses.withLock { $0.append(response.head.status) } }
      .validate { _ = $0.data }
    expectEqual(request.requestDescription.validation.custom.count, 3)
    expectNil(request.inlineResponse(.void)?.error)
    expectEqual(statuses.withLock { $0 }, [200])
  }

  @Test func theRulesArePartOfTheConfiguration() {
    let request = FixedNetwork(500).get().configure { $0.validation.statusCode = .any }
    expectEqual(request.requestDescription.validation.statusCode, .any)
    expectTrue(request.requestDescription.validation.custom.isEmpty)
  }

  private struct Refused: Error {}
}
