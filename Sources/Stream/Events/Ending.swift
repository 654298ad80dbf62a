/// How a stream ended.
@usableFromInline
enum Ending: Sendable {
  case completed
  case error(any Error)
}
