/// An error with distinguishable cases, for the tests of matchers.
enum Offline: Error, Equatable {
  case cable
  case plane(seat: Int)
}

/// An error that cannot be compared.
struct Vague: Error {}
