import Foundation
import TestSupport
import Testing

/// Random chains of operators emit what a reference of pure functions over timelines says, when it says so, and release
/// everything at the end.
///
/// The order of events at equal times is defined: what a call causes comes inside it, and what is due at the same time
/// comes in the order in which it was scheduled (``Place``).
@Suite(.heavy) struct ChainPropertyTests {
  @Test func chainsDoWhatTheReferenceSays() {
    expectNoDifferences({ ChainPlan(seed: $0) }) { ChainRun($0).differences() }
  }

  @Test func theRunsTryEveryCaseOfAChain() throws {
    var drawn: Set<String> = []
    for seed in seeds { drawn.formUnion(ChainPlan(seed: seed).cases) }
    expectEqual(try Self.declaredCases().subtracting(drawn), [])
  }

  /// The cases that `Chain.swift` declares, such as `Pair.concat`.
  private static func declaredCases() throws -> Set<String> {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Chain.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
      .replacing(/\/\/.*/, with: "").replacing(/\([^()]*\)/, with: "")
    var cases: Set<String> = []
    for declaration in source.matches(of: /enum (\w+)[^{]*{([^{}]*)}/) {
      for list in declaration.2.split(separator: /\bcase\b/).dropFirst() {
        for name in list.split(separator: /[\s,]+/) { cases.insert("\(declaration.1).\(name)") }
      }
    }
    return cases
  }
}

extension ChainPlan {
  /// The cases of the chain and its sources, such as `Pair.concat`.
  fileprivate var cases: Set<String> {
    var cases = Set(sources.map { Self.name($0.kind) })
    var rest = [chain]
    while let chain = rest.popLast() {
      switch chain {
      case .source: break
      case .step(let step, let source):
        cases.insert(Self.name(step))
        if case .single(let step) = step { cases.insert(Self.name(step)) }
        rest.append(source)
      case .pair(let pair, let first, let second):
        cases.insert(Self.name(pair))
        rest += [first, second]
      case .row(let row, let chains):
        cases.insert(Self.name(row))
        rest += chains
      case .inner(let inner, _, let outer, let chains):
        cases.insert(Self.name(inner))
        rest += [outer] + chains
      }
    }
    return cases
  }

  private static func name<Part>(_ part: Part) -> String {
    "\(Part.self).\("\(part)".prefix { $0 != "(" })"
  }
}
