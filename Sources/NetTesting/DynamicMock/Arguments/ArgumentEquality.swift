// A literal has the wrong type where a dynamic mock takes it: 3 becomes an `Int` although the argument is a `Double`,
// and "a" a `String` although it is a `Substring`. So numbers, texts, and collections of them are compared by value.

/// Whether two values of unknown types are equal; nil if their types rule that out.
///
/// The known value is the one that the test has stated, with the `==` of its type.
func isEqual(_ value: Any?, _ known: Any?, by equality: TypeEquality?) -> Bool? {
  guard let value, let known else { return value == nil && known == nil }
  if let equality, equality.areEqual(known, value) { return true }
  if type(of: value) == type(of: known) { return false }
  if let order = order(of: value, beside: known) { return order == .equal }
  return switch (value, known) {
  case (let values as any PlainSet, let known as any PlainSet): areEqual(values, known)
  case (let values as any PlainList, let known as any PlainList): areEqual(values, known)
  case (let pairs as any PlainTable, let known as any PlainTable): areEqual(pairs, known)
  default: PlainKind(of: type(of: value)) == PlainKind(of: type(of: known)) ? false : nil
  }
}

/// Whether a sequence has an element that is equal to a value; nil if the types rule that out.
func has<Elements: Sequence>(_ elements: Elements, _ known: Any, by equality: TypeEquality?) -> Bool? {
  let known = flattened(known)
  var verdicts = Verdicts(
    areForeign: known.map { PlainKind.areForeign(Elements.Element.self, type(of: $0)) } == true)
  for element in elements {
    let verdict = isEqual(flattened(element), known, by: equality)
    if verdict == true { return true }
    verdicts.add(verdict)
  }
  return verdicts.areForeign ? nil : false
}

/// Whether the types of several pairs of values rule out that they are equal: if there are pairs, it is so for each.
private struct Verdicts {
  private(set) var areForeign: Bool
  private var isEmpty = true
  private(set) var areAllTrue = true

  init(areForeign: Bool) { self.areForeign = areForeign }

  mutating func add(_ verdict: Bool?) {
    areForeign = verdict == nil && (isEmpty || areForeign)
    areAllTrue = areAllTrue && verdict == true
    isEmpty = false
  }
}

/// A collection whose elements have an unknown type.
protocol PlainCollection {
  static var elementType: Any.Type { get }
  var plainValues: [Any] { get }
}

extension PlainCollection where Self: Sequence {
  static var elementType: Any.Type { Element.self }
  var plainValues: [Any] { map { $0 } }
}

/// An array, or a part of one.
protocol PlainList: PlainCollection {}

extension Array: PlainList {}
extension ArraySlice: PlainList {}
extension ContiguousArray: PlainList {}

/// A set.
protocol PlainSet: PlainCollection {}

extension Set: PlainSet {}

/// A dictionary whose keys and values have unknown types.
protocol PlainTable {
  static var keyType: Any.Type { get }
  static var valueType: Any.Type { get }
  var plainPairs: [(key: Any, value: Any)] { get }
}

extension Dictionary: PlainTable {
  static var keyType: Any.Type { Key.self }
  static var valueType: Any.Type { Value.self }
  var plainPairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}

private func areEqual<List: PlainList, Known: PlainList>(_ list: List, _ known: Known) -> Bool? {
  let (values, knownValues) = (list.plainValues, known.plainValues)
  var verdicts = Verdicts(areForeign: PlainKind.areForeign(List.elementType, Known.elementType))
  for (value, known) in zip(values, knownValues) { verdicts.add(areSame(value, known)) }
  if verdicts.areForeign { return nil }
  return values.count == knownValues.count && verdicts.areAllTrue
    && (!values.isEmpty || PlainKind.areAlike(List.elementType, Known.elementType))
}

private func areEqual<Values: PlainSet, Known: PlainSet>(_ set: Values, _ known: Known) -> Bool? {
  let (values, knownValues) = (set.plainValues, known.plainValues)
  var verdicts = Verdicts(areForeign: PlainKind.areForeign(Values.elementType, Known.elementType))
  for known in knownValues {
    let found = values.map { areSame($0, known) }
    verdicts.add(found.contains(true) ? true : found.contains(false) ? false : nil)
  }
  if verdicts.areForeign { return nil }
  return values.count == knownValues.count && verdicts.areAllTrue
    && (!values.isEmpty || PlainKind.areAlike(Values.elementType, Known.elementType))
}

private func areEqual<Table: PlainTable, Known: PlainTable>(_ table: Table, _ known: Known) -> Bool? {
  if PlainKind.areForeign(Table.keyType, Known.keyType) { return nil }
  if PlainKind.areForeign(Table.valueType, Known.valueType) { return nil }
  let (pairs, knownPairs) = (table.plainPairs, known.plainPairs)
  guard pairs.count == knownPairs.count else { return false }
  if pairs.isEmpty {
    return PlainKind.areAlike(Table.keyType, Known.keyType)
      && PlainKind.areAlike(Table.valueType, Known.valueType)
  }
  var verdicts = Verdicts(areForeign: false)
  for known in knownPairs {
    let pair = pairs.first { areSame($0.key, known.key) == true }
    verdicts.add(pair.map { areSame($0.value, known.value) } ?? false)
  }
  return verdicts.areForeign ? nil : verdicts.areAllTrue
}

private func areSame(_ value: Any, _ known: Any) -> Bool? {
  let known = flattened(known)
  return isEqual(flattened(value), known, by: known.flatMap { TypeEquality(of: type(of: $0)) })
}
