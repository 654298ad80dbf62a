#if os(Linux)
  import CLibcurl

  // Transfers, from the letter that starts them to their end.
  extension CurlLoop {
    func open(_ letter: CurlMailbox.Letter) {
      switch letter {
      case .start(let task, let body): start(task, body.value)
      case .fail(let task, let error): end(task, .failed(error, .send))
      case .cancel(let task): cancel(task)
      case .proceed(let task): proceed(task)
      case .feed(let task): if let transfer = task.transfer { feed(transfer) }
      case .calls(let task): handleCalls(on: task)
      case .call(let job): due.append(.call(job))
      case .stop: isStopped = true
      }
    }

    private func start(_ task: CurlTask, _ body: CurlBody) {
      // If it was cancelled meanwhile, a `cancel` letter follows.
      guard task.withState({ $0.isInProgress }) else { return }
      do {
        let transfer = CurlTransfer(task, body: body, handle: try handles.take(), loop: self)
        do {
          try transfer.begin(handles)
          try enter(transfer)
          task.transfer = transfer
        } catch {
          transfer.close()
          handles.give(transfer.handle)
          throw error
        }
      } catch {
        end(task, .failed(error, .connect))
      }
    }

    /// Starts a transfer, or keeps it behind those that wait for descriptors.
    private func enter(_ transfer: CurlTransfer) throws(CurlError) {
      stopClosingIdleConnections()
      if waiting.isEmpty { try add(transfer) } else { wait(transfer, wasRefused: false) }
    }

    private func cancel(_ task: CurlTask) {
      guard let transfer = task.transfer else {
        return end(task, .failed(CancellationError(), .connect))
      }
      let phase = transfer.phase
      if waitsForResolver, transfer.handle.section != nil, transfer.isResolving {
        task.transfer = nil
        abandoned.append(transfer)
      } else {
        transfer.closeSilentConnection()
        takeBack(transfer)
        // Some versions do not wake transfers that waited for its connection.
        expireTimers()
        noteStranding(by: transfer)
      }
      end(task, .failed(CancellationError(), phase))
    }

    private func proceed(_ task: CurlTask) {
      if task.withState({ $0.begins() }) { due.append(.task(task)) }
      guard let transfer = task.transfer, task.withState({ $0.releaseBody() }) else { return }
      guard transfer.ending == nil else { return drain(transfer) }
      if transfer.proceed() {
        expireTimers()
      } else {
        let outcome = transfer.outcome(LIBCURL_E_WRITE_ERROR)
        takeBack(transfer)
        end(task, outcome)
      }
    }

    /// Called when more bytes of the request body are available, or none are needed.
    private func feed(_ transfer: CurlTransfer) {
      guard transfer.ending == nil, transfer.hasEarlyResponse else { return transfer.feed() }
      transfer.handle.retire()
      let outcome = transfer.outcome(LIBCURL_E_OK)
      noteStranding(by: transfer)
      end(transfer, outcome)
      // Some versions do not wake transfers that waited for its connection.
      expireTimers()
    }

    /// Lets libcurl end the transfers whose response may have ended while the rest of the request body is awaited.
    func endRefusals() {
      for task in refusals {
        if let transfer = task.transfer, transfer.awaitsEndOfRefusal { feed(transfer) }
      }
    }

    /// Records the transfers that libcurl has ended.
    func endTransfers() {
      for section in sections {
        while let (handle, code) = section.nextEnded() {
          if let transfer = handle.transfer { end(transfer, code) }
        }
      }
    }

    private func end(_ transfer: CurlTransfer, _ code: Int32) {
      if code == LIBCURL_E_SEND_ERROR { abandonConnection(of: transfer) }
      if code != LIBCURL_E_OK, lacksDescriptors(transfer, code) {
        remove(transfer)
        return wait(transfer, wasRefused: true)
      }
      if code != LIBCURL_E_OK, transfer.repeats(after: code) { return startAgain(transfer) }
      let outcome = transfer.outcome(code)
      if code != LIBCURL_E_OK {
        transfer.handle.retire()
        noteStranding(by: transfer)
      } else if transfer.showsExclusiveConnection {
        noteExclusiveConnection(of: transfer)
      }
      end(transfer, outcome)
    }

    /// Closes a connection on which a request could not be sent, if libcurl has kept it.
    ///
    /// With bytes that have arrived, such as the alert of a server that refuses the client's certificate, libcurl
    /// before 8.0 mistakes it for alive. The next request would fail, too, unless it may be sent twice.
    private func abandonConnection(of transfer: CurlTransfer) {
      if let descriptor = transfer.handle.activeSocket { libcurl_socket_abandon(descriptor) }
    }

    /// Starts a transfer that libcurl has ended, and whose request is sent again.
    private func startAgain(_ transfer: CurlTransfer) {
      remove(transfer)
      noteStranding(by: transfer)
      do throws(CurlError) { try enter(transfer) } catch { fail(transfer, error) }
    }

    private func end(_ transfer: CurlTransfer, _ outcome: CurlTaskState.Outcome) {
      waiting.progressed()
      if transfer.decoder != nil {
        transfer.closeBody()
        remove(transfer)
        transfer.ending = outcome
        drain(transfer)
      } else {
        takeBack(transfer)
        end(transfer.task, outcome)
      }
    }

    /// Delivers what was decoded but not delivered, and ends the transfer if nothing is left.
    ///
    /// Otherwise it continues when the receiver accepts more.
    private func drain(_ transfer: CurlTransfer) {
      guard let ending = transfer.ending else { return }
      if case .waits = transfer.deliverDecoded() { return }
      takeBack(transfer)
      end(transfer.task, transfer.finishDecoding(ending))
    }

    /// Removes the transfers that were cancelled while their host was being resolved, once that has ended.
    func takeBackAbandoned() {
      let found = abandoned.filter { $0.handle.transfer == nil || !$0.isResolving }
      abandoned.removeAll { transfer in found.contains { $0 === transfer } }
      for transfer in found where transfer.handle.transfer === transfer { takeBack(transfer) }
    }

    /// Records that this transfer ended early and may have shared its connection.
    private func noteStranding(by transfer: CurlTransfer) {
      guard handles.options.mayStrandOthers(isSecure: transfer.isSecure) else { return }
      let version = transfer.handle.number(LIBCURL_INFO_HTTP_VERSION)
      // The version is unknown until the response begins.
      if version == 0 || version > Int(LIBCURL_HTTP_VERSION_1_1) { mayHaveStrandedOthers = true }
    }

    /// Starts a transfer.
    func add(_ transfer: CurlTransfer) throws(CurlError) {
      transfer.handle.begin(
        closesOthers: mayHaveTLS && handles.options.asksBeforeSending && waiting.openSockets > 0)
      let section = try section(for: transfer)
      transfer.handle.section = section
      do throws(CurlError) {
        try sections[section].add(transfer.handle)
      } catch {
        transfer.handle.section = nil
        throw error
      }
      placement.began(in: section)
      waiting.began()
      // Also in versions that forget to set their timer.
      sections[section].deadline = 0
    }

    /// Returns the number of the section for a transfer, which is created if there is none.
    private func section(for transfer: CurlTransfer) throws(CurlError) -> Int {
      let staysTogether =
        handles.options.limitsConnections || handles.options.waitsToShare(isSecure: transfer.isSecure)
      let credentials = transfer.tunnelCredentials
      let section: Int?
      switch placement.place(
        for: credentials, staysTogether: staysTogether, lacksDescriptors: closesIdleConnections)
      {
      case .section(let number): return number
      case .another: section = addSection(for: credentials)
      case .replacing(let number): section = replaceSection(number, for: credentials)
      }
      if let section { return section }
      // The first one is for all transfers without credentials.
      guard credentials == nil else { throw CurlError.outOfMemory }
      return 0
    }

    /// Removes a transfer from libcurl if it has been added.
    func remove(_ transfer: CurlTransfer) {
      guard let section = transfer.handle.section else { return }
      sections[section].remove(transfer.handle)
      transfer.handle.section = nil
      transfer.notePause()
      placement.ended(in: section)
      waiting.ended()
    }

    func end(_ task: CurlTask, _ outcome: CurlTaskState.Outcome) {
      if task.withState({ $0.complete(outcome) }) { due.append(.task(task)) }
    }

    func takeBack(_ transfer: CurlTransfer) {
      remove(transfer)
      if !refusals.isEmpty { refusals.removeAll { $0 === transfer.task } }
      transfer.task.transfer = nil
      transfer.close()
      handles.give(transfer.handle)
    }
  }
#endif
