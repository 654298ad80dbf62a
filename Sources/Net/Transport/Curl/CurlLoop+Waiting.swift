#if os(Linux)
  import CLibcurl
  import Foundation

  // What becomes of transfers while the process has too many descriptors open.
  extension CurlLoop {
    /// Whether a transfer failed for want of a descriptor, and can begin again when there is one.
    ///
    /// Where a socket was refused, that is known. Looking up a name or reading certificates fails with a different
    /// error, so the system is asked whether it has any; a few such failures are also taken for one of these while
    /// others wait.
    func lacksDescriptors(_ transfer: CurlTransfer, _ code: Int32) -> Bool {
      guard code != LIBCURL_E_OK, transfer.isUntouched else { return false }
      if code == LIBCURL_E_COULDNT_CONNECT, transfer.handle.lacksDescriptor { return true }
      guard Self.codesWithoutDescriptors.contains(code) else { return false }
      let left = libcurl_descriptors_left()
      if left == LIBCURL_DESCRIPTORS_NONE { return true }
      guard left == LIBCURL_DESCRIPTORS_FEW || !waiting.isEmpty, transfer.retries < 3 else { return false }
      transfer.retries += 1
      return true
    }

    // A lookup that was short of descriptors may have found only some of the addresses, which then refuse.
    private static let codesWithoutDescriptors: Set<Int32> = [
      LIBCURL_E_COULDNT_CONNECT,
      LIBCURL_E_COULDNT_RESOLVE_HOST, LIBCURL_E_COULDNT_RESOLVE_PROXY, LIBCURL_E_OUT_OF_MEMORY,
      LIBCURL_E_FAILED_INIT, LIBCURL_E_SSL_CACERT_BADFILE, LIBCURL_E_SSL_CERTPROBLEM,
    ]

    /// Keeps a transfer until there may be a descriptor for it.
    func wait(_ transfer: CurlTransfer, wasRefused: Bool) {
      waiting.append(transfer, wasRefused: wasRefused, at: libcurl_now())
    }

    /// Lets as many transfers go on as there may be descriptors for, and ends those that have waited for too long.
    func retryWaiting(at now: Int64) {
      let count = waiting.allowance(at: now) {
        switch libcurl_descriptors_left() {
        case LIBCURL_DESCRIPTORS_NONE: .none
        case LIBCURL_DESCRIPTORS_FEW: .few
        default: .enough
        }
      }
      if count > 0 { makeRoom() }
      var begun = 0
      while begun < count, let transfer = waiting.popFirst() {
        guard isWaiting(transfer) else { continue }
        begun += 1
        do {
          try add(transfer)
        } catch {
          fail(transfer, error)
        }
      }
      while let transfer = waiting.popOverdue(at: now) {
        if isWaiting(transfer) { fail(transfer, .tooManyDescriptors) }
      }
    }

    /// Whether it was not cancelled meanwhile.
    private func isWaiting(_ transfer: CurlTransfer) -> Bool {
      transfer.handle.transfer === transfer && !transfer.handle.isAdded
    }

    private func fail(_ transfer: CurlTransfer, _ error: CurlError) {
      takeBack(transfer)
      end(transfer.task, .failed(error, .connect), at: .connect)
    }

    /// Has libcurl close idle connections before it opens others, while there are any.
    private func makeRoom() {
      guard waiting.idle > 0 else { return stopClosingIdleConnections() }
      closesIdleConnections = true
      let limit = handles.options.totalConnections
      multi.limitConnections(to: limit == 0 ? waiting.openSockets : min(limit, waiting.openSockets))
    }

    func stopClosingIdleConnections() {
      guard closesIdleConnections else { return }
      closesIdleConnections = false
      multi.limitConnections(to: handles.options.totalConnections)
    }
  }

  extension CurlError {
    /// The process has as many descriptors open as it may, and none came free for long.
    fileprivate static var tooManyDescriptors: CurlError {
      CurlError(
        code: Int(LIBCURL_E_COULDNT_CONNECT),
        message: "Too many open files: this process may have \(libcurl_descriptor_limit())",
        systemError: Int(POSIXErrorCode.EMFILE.rawValue))
    }
  }
#endif
