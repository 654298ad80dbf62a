/// What is below an entrance, as an object that can be dropped.
@usableFromInline
final class Outlet<Element: Sendable>: Sendable {
  @usableFromInline let next: @Sendable (Element) -> Bool
  @usableFromInline let end: @Sendable (Ending) -> Void

  @inlinable
  init(_ sink: Sink<Element>) {
    next = sink.next
    end = sink.end
  }
}
