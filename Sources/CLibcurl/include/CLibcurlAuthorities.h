// The certificates of the system in a form that libcurl can keep for all connections.
//
// From 7.87 on libcurl reads the file of authorities once for all connections of a multi handle, but only if there is
// no folder of certificates as well, and none are in memory.
#ifndef CLIBCURL_AUTHORITIES_H
#define CLIBCURL_AUTHORITIES_H

#ifdef __linux__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns the certificates that OpenSSL finds in the folder and that are not in the bundle, in PEM format, each after
/// an empty line. The caller passes the bytes to `libcurl_free`. False if this cannot be determined. The bundle may be
/// null.
bool libcurl_folder_authorities(
    const char *_Nullable bundle, const char *_Nonnull folder, char *_Nullable *_Nonnull bytes, size_t *_Nonnull count);

void libcurl_free(void *_Nullable bytes);

/// Returns whether there is an OpenSSL that can compute hashes of certificates. Loads libcurl, and the OpenSSL it uses.
bool libcurl_knows_certificate_hashes(void);

/// Computes the hash by which OpenSSL finds a certificate in a folder. The certificate is in DER format; false if it is
/// not.
bool libcurl_certificate_hash(const uint8_t *_Nonnull der, size_t count, uint32_t *_Nonnull hash);

/// Returns a descriptor of an in-memory file with this content, which cannot be changed and is closed on exec. While it
/// is open, the file can be opened as `/proc/self/fd/` and its number. -1 if the system does not support such files.
int libcurl_memory_file(const void *_Nonnull bytes, size_t count);

#endif
#endif
