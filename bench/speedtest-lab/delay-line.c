/*
 * A line with a fixed delay between two network namespaces: creates a TAP device in each and passes
 * every frame to the other one after that delay, in order. Replaces netem, which some kernels lack.
 *
 *   delay-line <namespace> <namespace> <device name> <one way, microseconds>
 *
 * Prints "ready" when both devices exist and runs until its standard input ends; then it prints how
 * many frames it lost.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* The largest frame of a device with segmentation offload, with its virtio header. */
#define FRAME_BYTES ((size_t)66 * 1024)
#define QUEUE_BYTES ((size_t)64 * 1024 * 1024)
#define FRAMES_A_TURN 64

struct entry {
  uint64_t due;
  uint64_t length; /* 0: the next one is at the beginning of the queue */
};

struct direction {
  int from, to;
  uint64_t delay;
  uint64_t lost;
};

static void give_up(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int open_tap(const char *namespace, const char *device) {
  char path[256];
  snprintf(path, sizeof path, "/run/netns/%s", namespace);
  int inside = open(path, O_RDONLY | O_CLOEXEC);
  if (inside < 0 || setns(inside, CLONE_NEWNET) < 0) give_up(path);
  close(inside);
  int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (tap < 0) give_up("/dev/net/tun");
  struct ifreq wanted = {.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR};
  snprintf(wanted.ifr_name, sizeof wanted.ifr_name, "%s", device);
  if (ioctl(tap, TUNSETIFF, &wanted) < 0) give_up("TUNSETIFF");
  if (ioctl(tap, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6) < 0) give_up("TUNSETOFFLOAD");
  return tap;
}

static size_t space_of(size_t length) {
  return (sizeof(struct entry) + length + 15) & ~(size_t)15;
}

/* Writes the frames due at `now`; returns when the next one is due, 0 when the queue is empty. */
static uint64_t let_out(struct direction *line, char *queue, size_t *head, size_t tail, uint64_t now) {
  while (*head < tail) {
    struct entry *first = (struct entry *)(queue + *head % QUEUE_BYTES);
    if (first->length == 0) {
      *head += QUEUE_BYTES - *head % QUEUE_BYTES;
      continue;
    }
    if (first->due > now) return first->due;
    /* EIO: the other device is not up yet. */
    if (write(line->to, first + 1, first->length) < 0 && errno != EIO) line->lost++;
    *head += space_of(first->length);
  }
  return 0;
}

/* Queues the frames that have arrived, with the time at which they are due. */
static void take_in(struct direction *line, char *queue, size_t head, size_t *tail) {
  for (int frames = 0; frames < FRAMES_A_TURN; frames++) {
    size_t to_end = QUEUE_BYTES - *tail % QUEUE_BYTES;
    if (to_end < 2 * FRAME_BYTES) {
      ((struct entry *)(queue + *tail % QUEUE_BYTES))->length = 0;
      *tail += to_end;
    }
    struct entry *next = (struct entry *)(queue + *tail % QUEUE_BYTES);
    ssize_t length = read(line->from, next + 1, FRAME_BYTES);
    if (length <= 0) return;
    if (QUEUE_BYTES - (*tail - head) < 4 * FRAME_BYTES) {
      line->lost++;
      continue;
    }
    *next = (struct entry){.due = now_ns() + line->delay, .length = (uint64_t)length};
    *tail += space_of((size_t)length);
  }
}

static void *carry(void *of) {
  struct direction *line = of;
  char *queue = aligned_alloc(16, QUEUE_BYTES);
  if (queue == NULL) give_up("queue");
  size_t head = 0, tail = 0;
  /* A real line neither uses the processors of the machines that it connects nor waits for them. */
  struct sched_param first = {.sched_priority = 10};
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &first);
  prctl(PR_SET_TIMERSLACK, 1);
  for (;;) {
    uint64_t now = now_ns();
    uint64_t due = let_out(line, queue, &head, tail, now);
    uint64_t wait = due > now ? due - now : 0;
    struct timespec timeout = {.tv_sec = (time_t)(wait / 1000000000u), .tv_nsec = (long)(wait % 1000000000u)};
    struct pollfd readable = {.fd = line->from, .events = POLLIN};
    if (ppoll(&readable, 1, due == 0 ? NULL : &timeout, NULL) > 0) take_in(line, queue, head, &tail);
  }
  return NULL;
}

int main(int count, char **words) {
  if (count != 5) {
    fputs("delay-line <namespace> <namespace> <device> <microseconds>\n", stderr);
    return 2;
  }
  int ends[] = {open_tap(words[1], words[3]), open_tap(words[2], words[3])};
  uint64_t delay = strtoull(words[4], NULL, 10) * 1000u;
  struct direction ways[] = {{ends[0], ends[1], delay, 0}, {ends[1], ends[0], delay, 0}};
  for (int way = 0; way < 2; way++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, carry, &ways[way]) != 0) give_up("thread");
  }
  puts("ready");
  fflush(stdout);
  char byte;
  while (read(0, &byte, 1) > 0) continue;
  printf("%" PRIu64 "\n", ways[0].lost + ways[1].lost);
  return 0;
}
