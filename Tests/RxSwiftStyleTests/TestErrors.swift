import NetTesting
import Stream

// What the tests of this target are: written the way those of RxSwift's users are, for language mode 5, with its names,
// its ticks, and variables that closures capture. Only the imports are those of this package.

enum TestError: Error {
  case first
  case second
}

let testError = TestError.first
let testError1 = TestError.second
