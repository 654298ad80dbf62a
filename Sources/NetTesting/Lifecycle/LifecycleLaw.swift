/// The laws of every operator.
enum LifecycleLaw: String, Sendable, CaseIterable {
  case subscribesOnce = "the source is subscribed to once"
  case endsOnce = "nothing comes after the end"
  case silentAfterDisposal = "nothing comes after disposal"
  case disposesSource = "the source is disposed of once, in time"
  case forwardsCompletion = "the completion is passed on"
  case forwardsError = "the error is passed on"
  case releases = "what has ended is released"
  case stopsProducer = "a producer stops when nobody listens"
  case returns = "every call returns"
  case survivesThreads = "disposal from another thread is safe"
}

/// A broken law, and how it was broken.
struct LifecycleBreach: Sendable {
  var law: LifecycleLaw
  /// When it was broken: "at the completion".
  var occasion: String
  /// What was found instead.
  var found: String

  var message: String { "the operator breaks the law \"\(law.rawValue)\" \(occasion): \(found)" }
}

/// The error with which sources fail.
struct LifecycleError: Error {}
