// A name service for the C library (nsswitch.conf(5)). It does not respond to lookups of names in `.silent` until the test
// allows it, and then reports an unknown host. Other names are unknown at once. A lookup ends by itself after a minute.

#include <errno.h>
#include <netdb.h>
#include <nss.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

static atomic_int asked;
static atomic_int answered;
static sem_t may_answer;

__attribute__((constructor)) static void prepare(void) { sem_init(&may_answer, 0, 0); }

int silent_name_service_asked(void) { return asked; }
int silent_name_service_answered(void) { return answered; }
void silent_name_service_answer(void) { sem_post(&may_answer); }

static enum nss_status look_up(const char *name, int *code, int *host_code) {
  *code = ENOENT;
  *host_code = HOST_NOT_FOUND;
  const char *domain = strrchr(name, '.');
  if (domain == NULL || strcmp(domain, ".silent") != 0) return NSS_STATUS_NOTFOUND;
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 60;
  asked++;
  while (sem_timedwait(&may_answer, &deadline) != 0 && errno == EINTR) {
  }
  answered++;
  // Lets the next lookup end.
  sem_post(&may_answer);
  return NSS_STATUS_NOTFOUND;
}

enum nss_status _nss_silent_gethostbyname4_r(const char *name, struct gaih_addrtuple **found, char *room, size_t size,
                                             int *code, int *host_code, int32_t *life) {
  return look_up(name, code, host_code);
}

enum nss_status _nss_silent_gethostbyname2_r(const char *name, int family, struct hostent *found, char *room,
                                             size_t size, int *code, int *host_code) {
  return look_up(name, code, host_code);
}
