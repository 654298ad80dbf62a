/// The parameters of a request: ordered pairs of a key and a value.
///
/// ```swift
/// let parameters: Parameters = ["q": "swift", "page": 2, "tags": ["a", "b"], "since": nil]
/// parameters["q"] as? String  // "swift"
/// ```
///
/// A literal keeps its order. A `Dictionary` is sorted by key. A nested dictionary or array of values of different
/// types needs its type, because Swift infers `[String: Any]` otherwise:
///
/// ```swift
/// let order: Parameters = [
///   "customer": ["name": "Ada", "age": 36] as Parameters, "items": [1, "a", nil] as JSONValue,
/// ]
/// ```
public struct Parameters: Sendable {
  /// The pairs in order.
  ///
  /// A key may occur more than once.
  public private(set) var pairs: [Pair]

  /// A key and its value.
  public struct Pair: Sendable {
    /// The key.
    public var key: String
    /// The value.
    ///
    /// ``URLEncoding`` omits nil by default; in JSON it is `null`.
    public var value: (any ParameterConvertible)?
  }

  /// Creates an empty list.
  public init() { pairs = [] }

  /// Creates a list from a dictionary, in the order of the code points of the keys.
  public init(_ dictionary: [String: (any ParameterConvertible)?]) {
    pairs = dictionary.sorted(byCodePointsOf: \.key).map { Pair(key: $0.key, value: $0.value) }
  }

  /// Appends a pair, even if one with the key exists.
  public mutating func append(_ key: String, _ value: (any ParameterConvertible)?) {
    pairs.append(Pair(key: key, value: value))
  }

  /// The first value of the key, which must have the same code points.
  ///
  /// Setting replaces it in position or appends a pair.
  public subscript(key: String) -> (any ParameterConvertible)? {
    get { pairs.first { $0.key.hasCodePoints(of: key) }?.value }
    set {
      if let index = pairs.firstIndex(where: { $0.key.hasCodePoints(of: key) }) {
        pairs[index].value = newValue
      } else {
        append(key, newValue)
      }
    }
  }

  /// Whether the list is empty.
  public var isEmpty: Bool { pairs.isEmpty }

  /// The keys in order.
  public var keys: [String] { pairs.map(\.key) }
}

extension Parameters: ExpressibleByDictionaryLiteral {
  /// Creates a list from a literal, in order, including repeated keys.
  public init(dictionaryLiteral elements: (String, (any ParameterConvertible)?)...) {
    pairs = elements.map { Pair(key: $0.0, value: $0.1) }
  }
}

extension Parameters: ParameterConvertible {
  /// The values by key, for parameters inside others.
  ///
  /// An encoding sorts the keys, as those of every nested dictionary. The values of a repeated key keep their order:
  /// ``URLEncoding`` sends each, and in JSON they are an error (``JSONError/duplicateKey(_:)``) if they have the same
  /// code points.
  public var parameterValue: ParameterValue {
    let values = pairs.map { ParameterValue.Pair(key: $0.key, value: $0.value?.parameterValue ?? .null) }
    let dictionary = Dictionary(values.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    guard dictionary.count < values.count else { return .dictionary(dictionary) }
    let sorted = values.enumerated().sorted {
      (ExactText($0.element.key), $0.offset) < (ExactText($1.element.key), $1.offset)
    }
    return .pairs(sorted.map(\.element))
  }
}

extension Parameters: Equatable {
  /// Returns whether the keys and the parameter values are equal, in order.
  public static func == (left: Parameters, right: Parameters) -> Bool {
    left.pairs.count == right.pairs.count
      && zip(left.pairs, right.pairs).allSatisfy { a, b in
        a.key.hasCodePoints(of: b.key)
          && (a.value?.parameterValue ?? .null) == (b.value?.parameterValue ?? .null)
      }
  }
}
