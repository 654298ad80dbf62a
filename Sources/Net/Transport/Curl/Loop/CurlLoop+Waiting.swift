#if os(Linux)
  import CLibcurl
  import Foundation

  // Transfers that wait while the process has too many open descriptors.
  extension CurlLoop {
    /// Returns whether a transfer failed because there was no descriptor, and can start again when there is one.
    func lacksDescriptors(_ transfer: CurlTransfer, _ code: Int32) -> Bool {
      // One that was cancelled during its lookup may end as if it had failed.
      guard transfer.isUntouched, transfer.task.withState({ $0.isInProgress }) else { return false }
      return lacksDescriptors(transfer.handle, code, failures: &transfer.retries)
    }

    /// Returns whether a handle that has sent nothing failed because there was no descriptor.
    func lacksDescriptors(_ handle: CurlEasyHandle, _ code: Int32, failures: inout Int) -> Bool {
      shortage.isReason(
        for: code, lacksSocket: handle.lacksDescriptor, failures: &failures,
        othersWait: !waiting.isEmpty || !waitingSockets.isEmpty, at: libcurl_now()
      ) { .left(for: $0) }
    }

    /// Keeps a transfer until a descriptor may be available.
    func wait(_ transfer: CurlTransfer, wasRefused: Bool) {
      waiting.append(transfer, wasRefused: wasRefused, at: libcurl_now())
    }

    /// Starts as many transfers as descriptors may be available for, and fails those that have waited too long.
    func retryWaiting(at now: Int64) {
      let count = waiting.allowance(at: now) { .left(for: 1) }
      if count > 0 { makeRoom() }
      var begun = 0
      while begun < count, let transfer = waiting.popFirst() {
        guard isWaiting(transfer) else { continue }
        begun += 1
        do throws(CurlError) { try add(transfer) } catch { fail(transfer, error) }
      }
      while let transfer = waiting.popOverdue(at: now) {
        if isWaiting(transfer) { fail(transfer, .tooManyDescriptors) }
      }
    }

    /// Returns whether the transfer still waits; it may have been cancelled.
    private func isWaiting(_ transfer: CurlTransfer) -> Bool {
      transfer.handle.transfer === transfer && transfer.handle.section == nil
    }

    /// Ends a transfer that could not be started.
    func fail(_ transfer: CurlTransfer, _ error: CurlError) {
      takeBack(transfer)
      end(transfer.task, .failed(error, .connect))
    }

    /// Makes libcurl close idle connections before it opens new ones, as long as there are any.
    private func makeRoom() {
      guard waiting.idle > 0 else { return stopClosingIdleConnections() }
      closesIdleConnections = true
      let limit = handles.options.totalConnections
      for (number, section) in sections.enumerated() {
        // At the limit libcurl waits for a connection of this section, and without an idle one that may take long.
        let open = placement.hasIdle(in: number) ? placement.sockets(in: number) : limit
        section.limitConnections(to: limit == 0 ? open : min(limit, open))
      }
    }

    func stopClosingIdleConnections() {
      guard closesIdleConnections else { return }
      closesIdleConnections = false
      for section in sections { section.limitConnections(to: handles.options.totalConnections) }
    }
  }

  extension CurlWaiting.Supply {
    /// What the system has left for something that needs this many descriptors at once.
    static func left(for needed: Int32) -> Self {
      switch libcurl_descriptors_left(needed) {
      case LIBCURL_DESCRIPTORS_NONE: .none
      case LIBCURL_DESCRIPTORS_FEW: .few
      default: .enough
      }
    }
  }

  extension CurlError {
    /// The process has reached its limit of open descriptors, and none became available for a long time.
    static var tooManyDescriptors: CurlError {
      CurlError(
        LIBCURL_E_COULDNT_CONNECT,
        "Too many open files: the limit of this process is \(libcurl_descriptor_limit())",
        systemError: Int(POSIXErrorCode.EMFILE.rawValue))
    }
  }
#endif
