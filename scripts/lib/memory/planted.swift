// What scripts/check-valgrind must report when it is a module named Net, and must not when that has another name: a
// byte that is read after it has been freed, a block that is forgotten, or neither.

import Glibc

@inline(never) func readWhatIsFreed() -> UInt8 {
  let block = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
  block.initialize(repeating: 1, count: 100)
  block.deallocate()
  return block[50]
}

@inline(never) func forgetABlock() {
  let block = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
  block.initialize(repeating: 1, count: 100)
}

switch CommandLine.arguments.last {
case "freed": print(readWhatIsFreed() == 1 ? "as it was" : "otherwise")
case "forgotten": for _ in 0..<10 { forgetABlock() }
default: break
}
