import Foundation

/// The conditions that a cache adds to a request (RFC 9111 section 4.3.1).
extension CacheLookup {
  /// Returns the request that asks the server whether an entry is still current.
  ///
  /// The validators are sent unchanged, in addition to the request's own.
  func validation(of index: Int, in request: CacheRequest, reason: CacheReason) -> CacheForward {
    var forward = CacheForward(client: request, request: request.withFieldsOfMode, reason: reason)
    // A 304 to `*` does not say which representation is current.
    guard request.ifNoneMatch != ["*"], Self.canConfirm(status: entries[index].response.status) else {
      return forward
    }
    let facts = entries[index].response.facts
    var isValidated = false
    if let etag = facts.etag {
      add([etag], to: &forward.request, beside: request)
      isValidated = true
    }
    if let modified = facts.lastModified {
      // A date that the request sets itself is kept. A 304 to an earlier or later date says nothing about the
      // entry.
      if request.ifModifiedSince == nil {
        // With `If-None-Match` the server ignores the date (RFC 9110 section 13.1.3).
        if request.ifNoneMatch == nil || isValidated {
          forward.request.headers.add(name: "If-Modified-Since", value: modified)
          isValidated = true
        }
      } else if modified.hasCodePoints(of: request.ifModifiedSince) {
        isValidated = true
      }
    }
    if isValidated { forward.validated = [index] }
    return forward
  }

  /// Returns whether a 304 may be about a response with this status: only about a success.
  ///
  /// A server ignores conditions where its response is none (RFC 9110 section 13.2.1). A 304 to the validators of an
  /// error page says that there is a representation, not that it is still missing.
  static func canConfirm(status: Int) -> Bool { (200..<300).contains(status) }

  /// Returns the request to send because every entry is for other values of the `Vary` fields.
  ///
  /// It names the strong tags of complete responses: the server may choose one of them (RFC 9111 section 4.1).
  var variantValidation: CacheForward {
    var forward = CacheForward(client: request, request: request.withFieldsOfMode, reason: .varyMiss)
    guard request.part == .everything, !request.isConditional else { return forward }
    var tags: [String] = []
    for index in entries.indices.prefix(16) where isVariant(entries[index]) {
      guard let etag = entries[index].response.facts.etag, EntityTag.isStrong(etag),
        !tags.contains(where: etag.hasCodePoints)
      else {
        continue
      }
      tags.append(etag)
      forward.validated.append(index)
    }
    if !tags.isEmpty { add(tags, to: &forward.request, beside: request) }
    return forward
  }

  /// Returns whether a server may choose the entry for another request: not if it was stored for other credentials.
  private func isVariant(_ entry: CacheEntry) -> Bool {
    guard entry.response.range == nil, entry.response.status == 200 else { return false }
    let redaction = request.request.carriedRedaction
    return entry.response.facts.vary?.contains { $0.isHidden(by: redaction) } == false
  }

  /// Returns the request that brings an entry up to date while it is used: without the conditions of the request that
  /// uses it, and for the whole body if the whole body is stored.
  func revalidation(of index: Int) -> CacheForward {
    var plain = request.request
    plain.headers.remove(name: "If-None-Match")
    plain.headers.remove(name: "If-Modified-Since")
    if entries[index].response.range == nil {
      plain.headers.remove(name: "Range")
      plain.headers.remove(name: "If-Range")
    }
    return validation(of: index, in: CacheRequest(plain), reason: .stale)
  }

  private func add(_ tags: [String], to request: inout TransportRequest, beside own: CacheRequest) {
    let given = own.ifNoneMatch ?? []
    let missing = tags.filter { tag in !given.contains(where: tag.hasCodePoints) }
    guard !missing.isEmpty else { return }
    let all = given + missing
    request.headers.update(name: "If-None-Match", value: all.joined(separator: ", "))
  }
}
