/// A clock whose time passes only when a test advances it.
///
/// What is due then has happened when the call that advances it returns, so a session delivers stored responses on the
/// thread of the caller.
package protocol VirtualTimer: NetworkTimer {}
