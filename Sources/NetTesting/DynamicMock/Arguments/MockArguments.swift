public import Foundation

/// The arguments of a call to a mock, for the closure that answers it.
///
/// An argument is read by its label or its position, as the type that is inferred; no cast is needed.
///
/// ```swift
/// expect.incrementBy(any()).to(.call { arguments in total.add(try arguments[0]) })
/// expect.baz(buz: any()).to(.call { arguments in try arguments.buz + 1 })
/// ```
///
/// An argument that is missing, or has another type, throws a ``MockArgumentError``, which fails the test.
@dynamicMemberLookup
public struct MockArguments {
  /// The labels, in order; empty for an argument without a label.
  public let argumentLabels: [String]
  let values: [Any?]

  init(_ arguments: KeyValuePairs<String, Any?>) {
    self.init(labels: arguments.map(\.key), values: arguments.map(\.value))
  }

  init(labels: [String], values: [Any?]) {
    argumentLabels = labels
    self.values = values
  }

  /// The number of arguments.
  public var argumentCount: Int { values.count }

  /// The argument with this label.
  public subscript<Value>(dynamicMember label: String) -> Value {
    get throws { try self[label] }
  }

  /// The first argument with this label; for a label that is known only at run time.
  public subscript<Value>(label: String) -> Value {
    get throws {
      guard let index = argumentLabels.firstIndex(of: label) else {
        throw MockArgumentError("There is no argument \(label); \(inventory).")
      }
      return try self[index]
    }
  }

  /// The argument at this position, counted from 0.
  public subscript<Value>(position: Int) -> Value {
    get throws {
      guard values.indices.contains(position) else {
        throw MockArgumentError("There is no argument at position \(position); \(inventory).")
      }
      guard let value = casting(values[position], to: Value.self) else {
        throw MockArgumentError(
          "The argument \(name(of: position)) is \(typed(values[position])), but the closure asked for \(Value.self)."
        )
      }
      return value
    }
  }

  // Without these, the compiler has nothing to say about `arguments[0] as! Int`, and asks for a bug report.
  /// The compiler asks for `try`, without a cast.
  @available(*, unavailable, message: "write try arguments[0]: the type is inferred, without a cast")
  public subscript(position: Int) -> Any { position }

  /// The compiler asks for `try`, without a cast.
  @available(*, unavailable, message: "write try arguments[label]: the type is inferred, without a cast")
  public subscript(label: String) -> Any { label }

  /// The compiler asks for `try`, without a cast.
  @available(*, unavailable, message: "write try arguments.label: the type is inferred, without a cast")
  public subscript(dynamicMember label: String) -> Any { label }

  private var inventory: String {
    values.isEmpty ? "there are none" : "there are \(values.indices.map(name).joined(separator: ", "))"
  }

  private func name(of position: Int) -> String { argumentName(argumentLabels[position], at: position) }

  /// The labels and the values as text.
  ///
  /// Reads the description of each value, which may run code of the test.
  var texts: [(label: String, text: String)] {
    zip(argumentLabels, values).map { ($0, argumentText($1)) }
  }
}

/// The error of a closure that reads an argument that is missing or has another type.
public struct MockArgumentError: Error, CustomStringConvertible {
  /// What is wrong.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Returns the label of an argument, or 1st, 2nd, 3rd, 4th and so on if it has none, for up to 20 arguments; calls with
/// more do not occur.
func argumentName(_ label: String, at position: Int) -> String {
  guard label.isEmpty else { return label }
  return switch position {
  case 0: "1st"
  case 1: "2nd"
  case 2: "3rd"
  default: "\(position + 1)th"
  }
}

extension MockArgumentError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
