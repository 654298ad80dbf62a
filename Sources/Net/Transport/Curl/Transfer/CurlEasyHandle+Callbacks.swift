#if os(Linux)
  import CLibcurl

  extension CurlEasyHandle {
    /// Sets the callbacks, which call the handle's current transfer.
    ///
    /// Their context is this handle, which outlives libcurl's use of it. Without a transfer every callback aborts.
    func setCallbacks() {
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      unsafe libcurl_easy_set_data_function(
        pointer, LIBCURL_OPT_HEADERFUNCTION,
        { bytes, size, count, context in
          unsafe CurlEasyHandle.withTransfer(at: context) { transfer in
            unsafe transfer.receivedLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
          } ?? 0
        })
      unsafe libcurl_easy_set_data_function(
        pointer, LIBCURL_OPT_WRITEFUNCTION,
        { bytes, size, count, context in
          unsafe CurlEasyHandle.withTransfer(at: context) { transfer in
            unsafe transfer.received(UnsafeRawBufferPointer(start: bytes, count: size * count))
          } ?? 0
        })
      unsafe libcurl_easy_set_data_function(
        pointer, LIBCURL_OPT_READFUNCTION,
        { bytes, size, count, context in
          unsafe CurlEasyHandle.withTransfer(at: context) { transfer in
            unsafe transfer.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
          } ?? Int(LIBCURL_READ_ABORT)
        })
      unsafe libcurl_easy_set_seek_function(
        pointer,
        { context, offset, origin in
          unsafe CurlEasyHandle.withTransfer(at: context) { $0.seek(to: offset, from: origin) }
            ?? LIBCURL_SEEK_FAIL
        })
      unsafe libcurl_easy_set_progress_function(
        pointer,
        { context, _, _, _, sent in unsafe CurlEasyHandle.withTransfer(at: context) { $0.sent(sent) } ?? 1 })
      unsafe libcurl_easy_set_resolver_function(
        pointer,
        { _, _, context in
          unsafe CurlEasyHandle.at(context)?.setDescribesErrors(true)
          return 0
        })
      unsafe libcurl_easy_set_prereq_function(
        pointer,
        { context, _, _, _, _ in
          unsafe CurlEasyHandle.withTransfer(at: context) { $0.sendsRequest() } ?? LIBCURL_PREREQ_ABORT
        })
      unsafe libcurl_easy_set_debug_function(
        pointer,
        { _, kind, bytes, count, context in
          guard kind == LIBCURL_INFO_TEXT else { return 0 }
          unsafe CurlEasyHandle.withTransfer(at: context) { transfer in
            unsafe transfer.receivedDebugText(UnsafeRawBufferPointer(start: bytes, count: count))
          }
          return 0
        })
      for option in [
        LIBCURL_OPT_HEADERDATA, LIBCURL_OPT_WRITEDATA, LIBCURL_OPT_READDATA, LIBCURL_OPT_SEEKDATA,
        LIBCURL_OPT_XFERINFODATA, LIBCURL_OPT_PREREQDATA, LIBCURL_OPT_DEBUGDATA,
        LIBCURL_OPT_RESOLVER_START_DATA,
      ] {
        unsafe libcurl_easy_set_pointer(pointer, option, context)
      }
    }

    /// Lets the loop open and close the descriptors of connections.
    func follow(_ loop: UnsafeMutableRawPointer?) {
      unsafe libcurl_easy_set_open_function(
        pointer,
        { context, _, address in
          guard let handle = unsafe CurlEasyHandle.at(context), let loop = unsafe CurlLoop.at(handle.loop),
            let address = unsafe address
          else { return -1 }
          return unsafe loop.libcurlOpens(address, for: handle)
        })
      unsafe self.loop = loop
      unsafe libcurl_easy_set_pointer(
        pointer, LIBCURL_OPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
      unsafe libcurl_easy_set_close_function(
        pointer,
        { context, descriptor in
          unsafe CurlLoop.at(context)?.libcurlCloses(descriptor)
          return 0
        })
      unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_CLOSESOCKETDATA, loop)
    }
  }
#endif
