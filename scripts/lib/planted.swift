// A program with planted errors: a byte read after it was freed, a block that leaks, or none. scripts/check-valgrind
// must report them if the module is named Net, and must ignore them if it has another name.

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
