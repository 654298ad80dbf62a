// What the samples in the comments of NetStream take for granted. Only its types count: nothing of this is ever run.
import Foundation
import Net
import NetStream
import Stream

protocol NetStreamSamples: Sendable {}

/// A value of any type, where only the type counts.
func given<Value>() -> Value { given() }

extension NetStreamSamples {
  var network: any Networking { given() }
  var order: Order { given() }
  var request: StreamRequest { given() }
  var url: URL { given() }
}

struct Hit: Codable, Sendable { var title: String }
struct Order: Codable, Sendable { var number: Int }
struct PostPage: Codable, Sendable { var cursor: String? }
struct Report: Codable, Sendable { var title: String }
struct User: Codable, Sendable { var login: String }

struct CSVSerializer: ResponseSerializer {
  func serialize(_ response: ReceivedResponse) throws -> [[Substring]] { given() }
}
