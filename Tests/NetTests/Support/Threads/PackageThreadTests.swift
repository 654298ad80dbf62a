#if os(Linux) && !canImport(Darwin)
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct PackageThreadTests {
    @Test func aThreadThatComputesIsReadyAndUsesTime() throws {
      let number = PackageThread.number
      let start = try #require(PackageThread.processorTime(of: number))
      var now = start
      while now - start < .milliseconds(1) { now = try #require(PackageThread.processorTime(of: number)) }
      #expect(PackageThread.isReady(number))
    }

    @Test func aThreadThatBlocksIsNotReady() throws {
      let number = Locked<Int32>(0)
      let (begun, end, ended) = (SteadySemaphore(), SteadySemaphore(), SteadySemaphore())
      #expect(
        PackageThread.start("blocked") {
          number.update { $0 = PackageThread.number }
          begun.signal()
          _ = end.wait(within: .seconds(60))
          ended.signal()
        })
      #expect(begun.wait(within: .seconds(60)))
      while PackageThread.isReady(number.value) {}
      expectNotNil(PackageThread.processorTime(of: number.value))
      end.signal()
      #expect(ended.wait(within: .seconds(60)))
    }

    @Test func nothingIsKnownOfAThreadThatIsNotThere() {
      for number in [Int32.min, -1, 0, 1 << 27, .max] {
        #expect(!PackageThread.isReady(number))
        expectNil(PackageThread.processorTime(of: number))
      }
    }
  }
#endif
