#if os(Linux)
  import CLibcurl
  import Foundation

  extension CurlTransfer {
    /// Sets the request on the handle.
    ///
    /// The handle still has the options of its last request, so everything that differs between requests is set here.
    /// Nothing is sent before the handle is added to the multi handle.
    func begin(_ handles: CurlHandlePool) throws {
      handle.transfer = self
      moments = Moments(start: DispatchTimer.uptime)
      let request = task.request
      try handle.setURL(request.url.absoluteString)
      if let size = handles.options.receiveSize(isSecure: isSecure) { handle.setReceiveSize(size) }
      handle.set(LIBCURL_OPT_PIPEWAIT, handles.options.waitsToShare(isSecure: isSecure))
      if handles.options.dependsOnHost {
        try unsafe handles.options.configure(handle.pointer, for: request.url.canonicalHost ?? "")
      }
      // A request that must not be sent twice gets a new connection, because libcurl resends it if a kept one was
      // closed.
      if !handles.options.asksBeforeSending {
        handle.set(LIBCURL_OPT_FRESH_CONNECT, !request.method.isIdempotent)
      }
      try setMethod(request)
      try setFields(request, encodings: handles.options.encodings)
    }

    private func setMethod(_ request: TransportRequest) throws {
      guard HeaderSyntax.isToken(request.method.rawValue) else {
        throw InvalidRequest.method(request.method.rawValue)
      }
      // Resets UPLOAD and NOBODY.
      handle.set(LIBCURL_OPT_HTTPGET, true)
      handle.set(LIBCURL_OPT_NOPROGRESS, !sendsBody)
      // Without a body its length has no meaning, and libcurl refuses one that is not a number.
      handle.set(LIBCURL_OPT_IGNORE_CONTENT_LENGTH, request.method == .head)
      switch (request.method, sendsBody) {
      case (.get, false): handle.set(LIBCURL_OPT_CUSTOMREQUEST, nil)
      case (.head, false):
        handle.set(LIBCURL_OPT_CUSTOMREQUEST, nil)
        handle.set(LIBCURL_OPT_NOBODY, true)
      case (.head, true):
        throw CurlError(LIBCURL_E_BAD_FUNCTION_ARGUMENT, "libcurl sends no body with a HEAD request")
      case (let method, false): try handle.check(handle.set(LIBCURL_OPT_CUSTOMREQUEST, method.rawValue))
      case (let method, true):
        handle.set(LIBCURL_OPT_UPLOAD, true)
        handle.setUploadPortion(body.portion)
        handle.set(LIBCURL_OPT_INFILESIZE_LARGE, offset: body.count ?? -1)
        try handle.check(handle.set(LIBCURL_OPT_CUSTOMREQUEST, method.rawValue))
      }
    }

    private func setFields(_ request: TransportRequest, encodings: String?) throws {
      let fields = handle.fields
      let headers = request.headers
      let isBare = !request.hasBody && !request.method.expectsBody
      if isBare, fields.areOnly(of: headers) { return handle.setFields() }
      fields.removeAll()
      let hasProxyFields = try handle.setProxyFields(of: headers)
      let hasCookies = headers.contains("Cookie")
      // libcurl sets Content-Length and Transfer-Encoding, because it knows what it sends.
      let isWhole =
        !hasCookies && !headers.contains("Content-Length") && !headers.contains("Transfer-Encoding")
        && !hasProxyFields
      // libcurl writes this one itself, in the same place and more quickly, but only if there is no other.
      let isDefaultFirst =
        headers.first.map { $0.name == "Accept" && $0.value == "*/*" } ?? false
        && !headers.dropFirst().contains { $0.isNamed("Accept") }
      for index in headers.indices.dropFirst(isDefaultFirst ? 1 : 0) {
        let isLeftOut =
          !isWhole
          && (headers[index].isNamed("Content-Length") || headers[index].isNamed("Transfer-Encoding")
            || headers[index].isNamed("Cookie") || headers[index].isNamed(CurlEasyHandle.proxyField))
        if !isLeftOut { try fields.add(headers[index].name, headers[index].value) }
      }
      // One field for all cookies (RFC 6265 section 5.4).
      if hasCookies {
        try fields.add("Cookie", headers.values(for: "Cookie").joined(separator: "; "))
      }
      if let encodings, !headers.contains("Accept-Encoding") {
        try fields.add("Accept-Encoding", request.requestsRange ? "identity" : encodings)
      }
      if !sendsBody {
        if request.hasBody || request.method.expectsBody { try fields.add("Content-Length", "0") }
      } else if !headers.contains("Expect") {
        fields.suppress("Expect")
      }
      if request.hasBody, !headers.contains("Content-Type") {
        try fields.add("Content-Type", TransportRequest.unknownContentType)
      }
      // Another handle, which may use the list next, lacks the fields for the proxy.
      if isBare, !hasProxyFields { fields.noteOrigin(headers) }
      handle.setFields()
    }
  }

  extension CurlEasyHandle {
    /// Passes the fields to libcurl.
    ///
    /// They must not change until the transfer has ended.
    fileprivate func setFields() {
      unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_HTTPHEADER, fields.linked())
    }
  }
#endif
