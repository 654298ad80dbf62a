#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLibcurlAuthorities.h"
#include "CLibcurlLoop.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MFD_CLOEXEC
#define MFD_CLOEXEC 1U
#define MFD_ALLOW_SEALING 2U
#endif

// MARK: - Text

struct text {
  char *bytes;
  size_t count;
};

static void append(struct text *text, const char *bytes, size_t count, bool *is_whole) {
  char *grown = *is_whole ? realloc(text->bytes, text->count + count) : NULL;
  if (grown == NULL) {
    *is_whole = false;
    return;
  }
  memcpy(grown + text->count, bytes, count);
  text->bytes = grown;
  text->count += count;
}

// Reads a file, and appends a NUL to its content.
static bool read_file(const char *path, struct text *text) {
  static const off_t largest = 64 << 20;
  struct stat status;
  bool is_read = false;
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (descriptor < 0) return false;
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= largest) {
    const size_t size = (size_t)status.st_size;
    text->bytes = malloc(size + 1);
    text->count = 0;
    ssize_t count = 1;
    while (text->bytes != NULL && text->count < size && count > 0) {
      count = read(descriptor, text->bytes + text->count, size - text->count);
      if (count > 0) text->count += (size_t)count;
    }
    is_read = text->bytes != NULL && count >= 0;
    if (is_read) {
      text->bytes[text->count] = 0;
    } else {
      free(text->bytes);
    }
  }
  close(descriptor);
  return is_read;
}

// MARK: - Certificates in PEM format (RFC 7468)

// A certificate: its lines in the text, and its Base64 without whitespace.
struct certificate {
  const char *begin;
  size_t count;
  char *base64;
  size_t base64_count;
};

static const char *const labels[] = {"CERTIFICATE-----", "X509 CERTIFICATE-----", "TRUSTED CERTIFICATE-----"};

// Finds the next certificate from here on, writes its Base64 to the room, and moves on; false if there is none.
static bool next_certificate(const char **from, char *room, struct certificate *found) {
  static const char begin[] = "-----BEGIN ", end[] = "-----END ";
  const char *line = *from;
  while ((line = strstr(line, begin)) != NULL) {
    const char *label = line + sizeof begin - 1;
    const char *body = NULL;
    for (size_t i = 0; i < sizeof labels / sizeof *labels && body == NULL; i++) {
      if (strncmp(label, labels[i], strlen(labels[i])) == 0) body = label + strlen(labels[i]);
    }
    const char *last = body == NULL ? NULL : strstr(body, end);
    if (last == NULL) {
      line = label;
      continue;
    }
    const char *after = last + strcspn(last, "\n");
    if (*after != 0) after++;
    size_t count = 0;
    for (const char *byte = body; byte < last; byte++) {
      if (*byte != ' ' && *byte != '\t' && *byte != '\r' && *byte != '\n') room[count++] = *byte;
    }
    *found = (struct certificate){line, (size_t)(after - line), room, count};
    *from = after;
    return true;
  }
  return false;
}

static int compare(const void *left, const void *right) {
  const struct certificate *a = left, *b = right;
  if (a->base64_count != b->base64_count) return a->base64_count < b->base64_count ? -1 : 1;
  return memcmp(a->base64, b->base64, a->base64_count);
}

// All certificates of a file, sorted by their Base64.
struct collection {
  struct text text;
  char *room;
  struct certificate *all;
  size_t count;
};

static void release(struct collection *collection) {
  free(collection->text.bytes);
  free(collection->room);
  free(collection->all);
}

static bool collect(const char *path, struct collection *collection) {
  *collection = (struct collection){0};
  if (!read_file(path, &collection->text)) return false;
  collection->room = malloc(collection->text.count + 1);
  const char *from = collection->text.bytes;
  char *room = collection->room;
  struct certificate found;
  size_t capacity = 0;
  while (room != NULL && next_certificate(&from, room, &found)) {
    if (collection->count == capacity) {
      capacity = capacity == 0 ? 256 : 2 * capacity;
      struct certificate *grown = realloc(collection->all, capacity * sizeof *grown);
      if (grown == NULL) {
        room = NULL;
        break;
      }
      collection->all = grown;
    }
    collection->all[collection->count++] = found;
    room += found.base64_count;
  }
  if (room == NULL) {
    release(collection);
    return false;
  }
  if (collection->count > 0) qsort(collection->all, collection->count, sizeof *collection->all, compare);
  return true;
}

static bool contains(const struct collection *collection, const struct certificate *certificate) {
  return collection->count > 0 &&
         bsearch(certificate, collection->all, collection->count, sizeof *collection->all, compare) != NULL;
}

// MARK: - Folders of certificates, as OpenSSL reads them (openssl-rehash(1))

// The value of a Base64 digit; 64 for any other byte.
static unsigned int digit(char byte) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *found = byte == 0 ? NULL : strchr(digits, byte);
  return found == NULL ? 64 : (unsigned int)(found - digits);
}

// Computes the hash by which OpenSSL finds a certificate; false if it is not one.
static bool hash_of(const struct certificate *certificate, uint32_t *hash) {
  unsigned char *der = malloc(certificate->base64_count + 3);
  if (der == NULL) return false;
  size_t count = 0, bits = 0, index = 0;
  uint32_t pending = 0;
  for (; index < certificate->base64_count && certificate->base64[index] != '='; index++) {
    const unsigned int value = digit(certificate->base64[index]);
    if (value == 64) break;
    pending = pending << 6 | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      der[count++] = (unsigned char)(pending >> bits);
    }
  }
  while (index < certificate->base64_count && certificate->base64[index] == '=') index++;
  const bool is_hashed = index == certificate->base64_count && libcurl_certificate_hash(der, count, hash);
  free(der);
  return is_hashed;
}

// Adds the certificates of a file that have the hash and are not in the bundle. False if the file cannot be read.
static bool add_missing(
    const char *path, uint32_t hash, const struct collection *bundle, struct text *missing, bool *is_whole) {
  struct collection file;
  if (!collect(path, &file)) return false;
  for (size_t i = 0; i < file.count; i++) {
    uint32_t own;
    if (contains(bundle, &file.all[i]) || !hash_of(&file.all[i], &own) || own != hash) continue;
    append(missing, "\n", 1, is_whole);
    append(missing, file.all[i].begin, file.all[i].count, is_whole);
  }
  release(&file);
  return true;
}

static bool is_first_of_a_hash(const char *name, uint32_t *hash) {
  if (strlen(name) != 10 || strcmp(name + 8, ".0") != 0) return false;
  if (strspn(name, "0123456789abcdef") != 8) return false;
  *hash = (uint32_t)strtoul(name, NULL, 16);
  return true;
}

static bool find_missing(const char *bundle_path, const char *folder, struct text *missing) {
  struct collection bundle = {0};
  if (bundle_path != NULL && !collect(bundle_path, &bundle)) return false;
  bool is_whole = true;
  DIR *entries = opendir(folder);
  const struct dirent *entry;
  while (entries != NULL && (entry = readdir(entries)) != NULL) {
    uint32_t hash;
    if (!is_first_of_a_hash(entry->d_name, &hash)) continue;
    // OpenSSL counts up to the first file that is missing.
    for (unsigned int number = 0; number < 1000; number++) {
      char path[PATH_MAX];
      const int length = snprintf(path, sizeof path, "%s/%08x.%u", folder, hash, number);
      if (length < 0 || (size_t)length >= sizeof path) break;
      if (!add_missing(path, hash, &bundle, missing, &is_whole)) break;
    }
  }
  // A missing folder contains no certificates.
  if (entries != NULL) closedir(entries);
  release(&bundle);
  return is_whole;
}

// MARK: - A cache for all transports

// The version of a file or folder when it was read.
struct version {
  dev_t device;
  ino_t number;
  off_t size;
  struct timespec modified, changed;
};

static struct version version_of(const char *path) {
  struct stat status;
  struct version version;
  memset(&version, 0, sizeof version);
  if (path == NULL || stat(path, &status) != 0) return version;
  version.device = status.st_dev;
  version.number = status.st_ino;
  version.size = status.st_size;
  version.modified = status.st_mtim;
  version.changed = status.st_ctim;
  return version;
}

// The last result. It is valid as long as the bundle and the folder are unchanged.
static struct {
  bool is_there;
  struct version bundle, folder;
  struct text missing;
} last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool copy(const struct text *from, char **bytes, size_t *count) {
  *bytes = malloc(from->count + 1);
  if (*bytes == NULL) return false;
  if (from->count > 0) memcpy(*bytes, from->bytes, from->count);
  *count = from->count;
  return true;
}

void libcurl_free(void *bytes) { free(bytes); }

bool libcurl_folder_authorities(const char *bundle, const char *folder, char **bytes, size_t *count) {
  // What OpenSSL finds is unknown without its hashes.
  if (!libcurl_knows_certificate_hashes()) return false;
  const struct version bundle_version = version_of(bundle), folder_version = version_of(folder);
  pthread_mutex_lock(&lock);
  const bool is_known = last.is_there && memcmp(&last.bundle, &bundle_version, sizeof bundle_version) == 0 &&
                        memcmp(&last.folder, &folder_version, sizeof folder_version) == 0;
  bool is_found = is_known && copy(&last.missing, bytes, count);
  pthread_mutex_unlock(&lock);
  if (is_known) return is_found;

  struct text missing = {NULL, 0};
  if (!find_missing(bundle, folder, &missing) || !copy(&missing, bytes, count)) {
    free(missing.bytes);
    return false;
  }
  pthread_mutex_lock(&lock);
  free(last.missing.bytes);
  last.is_there = true;
  last.bundle = bundle_version;
  last.folder = folder_version;
  last.missing = missing;
  pthread_mutex_unlock(&lock);
  return true;
}

// MARK: - In-memory files

int libcurl_memory_file(const void *bytes, size_t count) {
  const int descriptor = libcurl_above_standard_streams(
      (int)syscall(SYS_memfd_create, "net-authorities", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (descriptor < 0) return -1;
  size_t written = 0;
  while (written < count) {
    const ssize_t more = write(descriptor, (const char *)bytes + written, count - written);
    if (more <= 0) break;
    written += (size_t)more;
  }
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  // From here on the file cannot be changed, not even by a program that opens it by its path.
  const int seals = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (written == count && fcntl(descriptor, F_ADD_SEALS, seals) == 0 && access(path, R_OK) == 0) return descriptor;
  close(descriptor);
  return -1;
}

#endif
