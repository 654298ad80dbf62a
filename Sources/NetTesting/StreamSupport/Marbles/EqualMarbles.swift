public import Stream

/// Matches the events of a marble diagram.
///
/// ```swift
/// let source = scheduler.createColdObservable("--a--b|")
/// let result = scheduler.start { source }
/// expect(result.events).to(equalMarbles("--a--b|"))
/// ```
///
/// The first character is at `origin`, by default the tick at which `TestScheduler.start` subscribes; pass `from:
/// .zero` if the test subscribes at the start of the virtual time. There must be no events after the last character. A
/// mismatch prints both diagrams with a caret under the first difference; an invalid diagram, or a tick that is not
/// positive, fails the test at the line of the expectation. The notation is described in <doc:Marbles>.
public func equalMarbles<Element: Equatable & Sendable>(
  _ diagram: String, values: MarbleValues<Element> = MarbleValues<String>.characters,
  error: any Error = MarbleError(), tick: Duration = .seconds(1), from origin: Duration = .seconds(200)
) -> MarbleMatcher<Element> {
  do throws(MarbleProblem) {
    let diagram = try MarbleDiagram(diagram, values: values, error: error, tick: tick)
    return MarbleMatcher(diagram: .success(diagram), scale: MarbleScale(tick: tick, origin: origin))
  } catch {
    return MarbleMatcher(diagram: .failure(error), scale: MarbleScale(tick: tick, origin: origin))
  }
}

/// A marble diagram to compare recorded events with.
///
/// Create one with ``equalMarbles(_:values:error:tick:from:)``.
public struct MarbleMatcher<Element: Equatable & Sendable>: Sendable {
  let diagram: Result<MarbleDiagram<Element>, MarbleProblem>
  let scale: MarbleScale
}

extension Expectation {
  // Hidden from the documentation, because links to `to(_:)` would become ambiguous.
  /// Fails the test unless the events and their times are those of the diagram.
  ///
  /// ```swift
  /// expect(observer.events).to(equalMarbles("--a--b|"))
  /// ```
  @_documentation(visibility: internal)
  public func to<Element>(_ marbles: MarbleMatcher<Element>) where Value == [Recorded<Event<Element>>] {
    judge(marbles) { comparison in comparison.mismatch }
  }

  // Hidden from the documentation, because links to `toNot(_:)` would become ambiguous.
  /// Fails the test if the events and their times are those of the diagram.
  ///
  /// ```swift
  /// expect(observer.events).toNot(equalMarbles("--a--b|"))
  /// ```
  @_documentation(visibility: internal)
  public func toNot<Element>(_ marbles: MarbleMatcher<Element>) where Value == [Recorded<Event<Element>>] {
    judge(marbles) { comparison in
      comparison.mismatch == nil ? "expected anything but the marbles\n  \(comparison.expectedText)" : nil
    }
  }

  private func judge<Element>(
    _ marbles: MarbleMatcher<Element>, _ complaint: (MarbleComparison<Element>) -> String?
  ) where Value == [Recorded<Event<Element>>] {
    do {
      let diagram = try marbles.diagram.get()
      let comparison = MarbleComparison(diagram: diagram, got: try evaluate(), scale: marbles.scale)
      if let message = complaint(comparison) { reporter.fail(message, at: place) }
    } catch let problem as MarbleProblem {
      reporter.fail(problem.description, at: place)
    } catch {
      reporter.fail("expected marbles, but the expression threw \(spelling(of: error))", at: place)
    }
  }
}
