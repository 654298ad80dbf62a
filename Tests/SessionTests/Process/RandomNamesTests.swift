#if os(Linux)
  import Foundation
  import Testing

  @testable import Net

  /// Random names in a process without a free descriptor, each test in a separate process.
  ///
  /// Foundation's `UUID()` is the same each time then.
  @Suite struct RandomNamesTests {
    private static func withoutDescriptors<Value>(_ body: () -> Value) throws -> Value {
      try DescriptorLimit.allowNone()
      let value = body()
      try DescriptorLimit.set(to: 128)
      return value
    }

    @Test func requestsHaveDifferentIdempotencyKeysWithoutADescriptor() async {
      await #expect(processExitsWith: .success) {
        let url = try #require(URL(string: "https://example.com/pay"))
        let policy = RetryPolicy().addingIdempotencyKeys()
        let keys = try Self.withoutDescriptors {
          (0..<10).map { _ in
            var request = TransportRequest(method: .post, url: url)
            policy.prepare(&request)
            return request.headers["Idempotency-Key"]
          }
        }
        try #require(Set(keys).count == 10, "\(keys)")
      }
    }

    @Test func hiddenFilesHaveDifferentNamesWithoutADescriptor() async {
      await #expect(processExitsWith: .success) {
        let folder = FileManager.default.temporaryDirectory
        let names = try Self.withoutDescriptors { (0..<10).map { _ in PrivateFile.hidden(in: folder) } }
        try #require(Set(names).count == 10, "\(names)")
      }
    }

    @Test func temporaryDownloadsHaveDifferentNamesWithoutADescriptor() async {
      await #expect(processExitsWith: .success) {
        let names = try Self.withoutDescriptors {
          (0..<10).map { _ in DownloadDestination.temporary.place(ResponseHead(status: 200)) }
        }
        try #require(Set(names).count == 10, "\(names)")
      }
    }
  }
#endif
