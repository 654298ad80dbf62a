import NetTesting
import Stream

// The tests of this target are written as RxSwift users write theirs: for language mode 5, with RxSwift's names, ticks,
// and variables that closures capture. Only the imports are those of this package.

enum TestError: Error {
  case first
  case second
}

let testError = TestError.first
let testError1 = TestError.second
