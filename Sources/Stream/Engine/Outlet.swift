/// What receives the elements and the end downstream, as an object that can be released.
@usableFromInline
final class Outlet<Element: Sendable>: Sendable {
  @usableFromInline let inlet: Inlet<Element>
  @usableFromInline let end: @Sendable (Ending) -> Void

  @inlinable
  init(_ sink: Sink<Element>) {
    inlet = sink.inlet
    end = sink.end
  }
}
