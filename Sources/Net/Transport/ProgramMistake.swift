/// An error by which a transport reports a mistake of the program, such as an option that it does not have.
///
/// Another attempt finds the same mistake, so a request that fails with it is not tried again.
package protocol ProgramMistake: Error {}

extension TransportOptionError: ProgramMistake {}
