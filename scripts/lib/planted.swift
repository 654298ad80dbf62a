// What scripts/check-valgrind must report when it is a module named Net, and must not when that has another name: a
// byte that is read after it has been freed, a block that is forgotten, or neither.

@inline(never) func block() -> UnsafeMutablePointer<UInt8> {
  let block = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
  block.initialize(repeating: 1, count: 100)
  return block
}

switch CommandLine.arguments.last {
case "freed":
  let freed = block()
  freed.deallocate()
  print(freed[50] == 1 ? "as it was" : "otherwise")
case "forgotten": for _ in 0..<10 { _ = block() }
default: break
}
