import Net

/// Reports an unexpected call: the call, the nearest expectation, and the code that would expect it.
struct MockReport {
  let member: MockMember
  let arguments: MockArguments
  /// All expectations of the mock.
  let expectations: [MockExpectation]
  /// Whether the call returns nothing.
  let returnsNothing: Bool

  /// The report, and the line of the nearest expectation.
  ///
  /// Calls the matchers.
  func text(of outcome: ExpectationTable.Outcome) -> (text: String, nearest: SourcePlace?) {
    switch outcome {
    case .answered(let expectation): ("\(expectation.text) was \(member.participle).", expectation.place)
    case .forbidden(let expectation): (forbidden(by: expectation), expectation.place)
    case .exhausted(let expectation): (exhausted(expectation), expectation.place)
    case .outOfOrder(let expectation, let complaint): (outOfOrder(complaint), expectation.place)
    case .unmatched: unmatched
    }
  }

  private var call: String { member.text(arguments.texts) }

  private func forbidden(by expectation: MockExpectation) -> String {
    """
    \(call) was \(member.participle), and \(expectation.text) is expected never (\(expectation.place)).
    To allow it, state after that: \(suggestion)
    """
  }

  private func exhausted(_ expectation: MockExpectation) -> String {
    """
    \(call) was \(member.participle) once too often: \(expectation.text) is expected \(expectation.count) \
    (\(expectation.place)).
    To allow more: times: \(expectation.used + 1), or \(expectation.unlimited).
    """
  }

  private func outOfOrder(_ complaint: CallOrder.Complaint) -> String {
    switch complaint {
    case .tooEarly(let other):
      """
      \(call) was \(member.participle) before its turn: \(other.text) comes first (\(other.place)), is expected \
      \(other.count), and was \(other.used == 0 ? "not used yet" : "used \(CallCount.times(other.used))").
      To allow any order, state one of them outside inOrder { … }.
      """
    case .tooLate(let other):
      """
      \(call) was \(member.participle) after its turn: \(other.text), which comes later (\(other.place)), was used \
      already.
      To allow any order, state one of them outside inOrder { … }.
      """
    }
  }

  private var unmatched: (text: String, nearest: SourcePlace?) {
    let rivals = expectations.filter { $0.member == member }
    guard let nearest = rivals.reversed().max(by: { nearness(of: $0) < nearness(of: $1) }) else {
      var lines = ["\(call) was \(member.participle), and nothing is expected of \(member.noun)."]
      if let other = expectations.last(where: { $0.member.name == member.name }) {
        lines.append("There is an expectation of \(other.member.noun), \(other.text) (\(other.place)).")
      }
      lines.append("To expect it: \(suggestion)")
      return (lines.joined(separator: "\n"), nil)
    }
    let among = rivals.count == 1 ? "The expectation" : "The nearest of \(rivals.count) expectations"
    var lines = ["\(call) was \(member.participle), and no expectation accepts it."]
    lines.append("\(among) is \(nearest.text) (\(nearest.place)):")
    lines += table(against: nearest)
    lines.append("To expect it: \(suggestion)")
    return (lines.joined(separator: "\n"), nearest.place)
  }

  /// The share of the arguments that match.
  private func nearness(of expectation: MockExpectation) -> Double {
    let count = max(expectation.matchers.count, arguments.argumentCount)
    return count == 0 ? 1 : 1 - Double(expectation.misses(of: arguments).count) / Double(count)
  }

  /// The arguments, one per line, with the expected ones; those that do not match are marked.
  private func table(against expectation: MockExpectation) -> [String] {
    let misses = Set(expectation.misses(of: arguments))
    let texts = arguments.texts
    let rows = (0..<max(expectation.matchers.count, arguments.argumentCount)).map { position in
      let matcher = expectation.matchers.indices.contains(position) ? expectation.matchers[position] : nil
      let expectedLabel = matcher.map { _ in expectation.labels[position] }
      let label = texts.indices.contains(position) ? texts[position].label : nil
      let isRelabelled = label != nil && expectedLabel != nil && label != expectedLabel
      var expected = matcher?.description ?? "no argument"
      var got = texts.indices.contains(position) ? texts[position].text : "no argument"
      if misses.contains(position) {
        let value = arguments.values.indices.contains(position) ? flattened(arguments.values[position]) : nil
        let texts = Self.texts(isRelabelled ? nil : flattened(matcher?.value), value, expected, got)
        (expected, got) = (texts.expected, texts.actual + (texts.note.map { "; \($0)" } ?? ""))
        if let matcher, matcher.value == nil, let value, !isRelabelled {
          let isForeign = matcher.verdict(value) == nil && !matcher.types.isEmpty
          if isForeign { expected += " of type \(matcher.typeNames)" }
          if isForeign || matcher.isAboutType { got = typed(value) }
        }
      }
      return [
        misses.contains(position) ? "≠" : " ",
        argumentName(label ?? expectedLabel ?? "", at: position),
        isRelabelled ? "\(argumentName(expectedLabel ?? "", at: position)): \(expected)" : expected,
        isRelabelled ? "\(argumentName(label ?? "", at: position)): \(got)" : got,
      ]
    }
    return aligned([[" ", "argument", "expected", "got"]] + rows)
  }

  /// The texts of an argument that does not match; that of the type if only it differs.
  private static func texts(_ wanted: Any?, _ value: Any?, _ expected: String, _ got: String)
    -> DifferingTexts
  {
    guard let wanted, let value else { return DifferingTexts(expected: expected, actual: got) }
    guard type(of: wanted) != type(of: value) else {
      return DifferingTexts(
        expected: spelling(of: wanted), actual: spelling(of: value), limit: 100, of: (wanted, value))
    }
    let isAlike = got.hasCodePoints(of: expected)
    return DifferingTexts(expected: expected, actual: isAlike ? "\(got) of type \(type(of: value))" : got)
  }

  private func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = "  " + cells[0] + " " + cells[1...].joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The code that expects the call: literals as they are, anything else as `any()`.
  private var suggestion: String {
    let arguments = zip(arguments.argumentLabels, arguments.values).map { (label: $0, text: literal($1)) }
    let action = returnsNothing ? "toBeCalled()" : "to(.return(…))"
    return switch member.kind {
    case .get: "expect.\(member.name).to(.return(…))"
    case .set: "expect.\(member.name).toBeSet(to: \(arguments.first?.text ?? "any()"))"
    case .call: "expect.\(member.text(arguments)).\(action)"
    }
  }

  private func literal(_ value: Any?) -> String {
    switch flattened(value) {
    case nil: "nil"
    case let value as String where value.count <= 100: spelling(of: value)
    case let value as any BinaryInteger: "\(value)"
    case let value as any BinaryFloatingPoint where value.isFinite: "\(value)"
    case let value as Bool: "\(value)"
    default: "any()"
    }
  }
}
