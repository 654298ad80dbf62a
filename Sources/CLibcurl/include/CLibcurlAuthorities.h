// The certificates of the system as libcurl can keep them for all connections.
//
// From 7.87 on libcurl reads the file of authorities once for all connections of a multi handle, but only where there is
// no folder of them beside it, and none in memory.
#ifndef CLIBCURL_AUTHORITIES_H
#define CLIBCURL_AUTHORITIES_H

#ifdef __linux__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The certificates that OpenSSL finds in the folder and that are not in the bundle, in PEM, each after an empty line.
/// The bytes are for `libcurl_free`. False where that cannot be said. The bundle may be null.
bool libcurl_folder_authorities(
    const char *_Nullable bundle, const char *_Nonnull folder, char *_Nullable *_Nonnull bytes, size_t *_Nonnull count);

void libcurl_free(void *_Nullable bytes);

/// Whether there is an OpenSSL to ask for hashes of certificates. It finds libcurl, and OpenSSL beside it.
bool libcurl_knows_certificate_hashes(void);

/// The hash by which OpenSSL looks for a certificate in a folder, given in DER; false where it is none.
bool libcurl_certificate_hash(const uint8_t *_Nonnull der, size_t count, uint32_t *_Nonnull hash);

/// A descriptor of a file with this content that is in memory alone and cannot be changed, closed on exec. It can be
/// opened as `/proc/self/fd/` and its number while it is open. -1 where the system has no such files.
int libcurl_memory_file(const void *_Nonnull bytes, size_t count);

#endif
#endif
