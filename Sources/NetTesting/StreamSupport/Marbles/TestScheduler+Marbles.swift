import Stream

extension TestScheduler {
  /// Creates a hot observable from a marble diagram.
  ///
  /// ```swift
  /// let source = scheduler.createHotObservable("-a-^-b-c|")
  /// let result = scheduler.start { source }
  /// expect(result.events).to(equalMarbles("--b-c|"))
  /// ```
  ///
  /// The `^`, or the first character if there is none, is at `origin`, by default the tick at which
  /// ``start(created:subscribed:disposed:file:line:create:)`` subscribes. Events at the tick of the subscription are
  /// sent before it. Events before the `^` whose time is over are not sent. An invalid diagram, or a tick that is not
  /// positive, fails the test, and the observable sends nothing. The notation is described in <doc:Marbles>.
  public func createHotObservable<Element: Sendable>(
    _ diagram: String, values: MarbleValues<Element> = MarbleValues<String>.characters,
    error: any Error = MarbleError(), tick: Duration = .seconds(1), from origin: Duration = .seconds(200),
    file: StaticString = #filePath, line: UInt = #line
  ) -> TestableObservable<Element> {
    do throws(MarbleProblem) {
      let diagram = try MarbleDiagram(diagram, values: values, error: error, tick: tick, isHot: true)
      return createHotObservable(
        diagram.recorded(tick: tick, from: origin, after: position), file: file, line: line)
    } catch {
      TestReporter.current.fail(error.description, at: SourcePlace(file: file, line: line))
      return createHotObservable([], file: file, line: line)
    }
  }

  /// Creates a cold observable from a marble diagram, whose first character is at the subscription.
  ///
  /// ```swift
  /// let source = scheduler.createColdObservable("-1-2-|", values: .digits)
  /// let result = scheduler.start { source.map { $0 * 2 } }
  /// expect(result.events).to(equalMarbles("-2-4-|", values: .digits))
  /// ```
  ///
  /// An invalid diagram, or a tick that is not positive, fails the test, and the observable sends nothing. The
  /// notation is described in <doc:Marbles>.
  public func createColdObservable<Element: Sendable>(
    _ diagram: String, values: MarbleValues<Element> = MarbleValues<String>.characters,
    error: any Error = MarbleError(), tick: Duration = .seconds(1),
    file: StaticString = #filePath, line: UInt = #line
  ) -> TestableObservable<Element> {
    do throws(MarbleProblem) {
      let diagram = try MarbleDiagram(diagram, values: values, error: error, tick: tick)
      return createColdObservable(
        diagram.recorded(tick: tick, from: .zero), file: file, line: line)
    } catch {
      TestReporter.current.fail(error.description, at: SourcePlace(file: file, line: line))
      return createColdObservable([], file: file, line: line)
    }
  }
}
