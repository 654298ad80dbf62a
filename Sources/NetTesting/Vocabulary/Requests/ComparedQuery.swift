import Foundation
import Net

/// The query of a URL as it is compared with another one: pairs in any order, percent-decoded, with JSON as values, as
/// ``ComparedBody`` compares the fields of a form.
///
/// A `+` is a plus sign in a URI and a space in a form. Two queries are equal if both readings are, so `+` is neither
/// `%2B` nor `%20`.
struct ComparedQuery: Hashable, Sendable {
  private let asURI: [ComparedBody.Pair]
  private let asForm: [ComparedBody.Pair]

  init(of url: URL) {
    let query = url.query(percentEncoded: true) ?? ""
    asURI = ComparedBody.pairs(of: query)
    asForm = query.utf8.contains(UInt8(ascii: "+")) ? ComparedBody.pairs(ofForm: query) : asURI
  }
}
