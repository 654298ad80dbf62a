import Foundation
import Net
import NetTesting
import Testing

@Suite struct CacheStoreContractTests {
  // snippet: store
  @Test(arguments: CacheStoreContract.laws)
  func theStoreInMemoryKeepsTheLaw(_ law: CacheStoreContract.Law) async {
    await CacheStoreContract.check([law]) { HTTPCache.memory(limit: 32 << 20).store }
  }
  // snippet.end

  @Test(arguments: CacheStoreContract.laws)
  func theStoreOnDiskKeepsTheLaw(_ law: CacheStoreContract.Law) async {
    let directory = FileManager.default.temporaryDirectory.appending(path: "NetTests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    await CacheStoreContract.check([law]) { try HTTPCache.disk(at: directory, limit: 32 << 20).store }
  }
}
