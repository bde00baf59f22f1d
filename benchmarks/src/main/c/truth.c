/* truth: a streaming chat endpoint whose timing is known, because it keeps its own log.
 *
 * One thread, one epoll, loopback only. Every answer is TOKENS chunks: the first TTFT after the request was read, the
 * others GAP apart, by a schedule set when the request came, so that a late chunk does not make the next one late.
 * For each request the log gets one line: its x-request-id, when it was read (nanoseconds of the monotonic clock), and
 * for each chunk how many nanoseconds later the chunk was handed to the kernel.
 *
 *   truth LOG TTFT_MS GAP_MS TOKENS [VARY]     prints the port it listens on; ends on SIGTERM
 *
 * VARY, a share such as 0.3, makes each of these times up to so much longer or shorter, and one gap in 50 five times as
 * long. What a time is made depends on the numbers of the request and of the chunk alone: whoever asks for as many
 * answers gets the same ones, in whatever order they overlap.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_FD = 1 << 16, REQUEST_BYTES = 1 << 16, SLOT_NS = 100000, SLOTS = 1 << 14 };

/* A connection. While it answers, it waits in the slot of the timing wheel in which its next chunk is due. */
struct stream {
  struct stream *next;
  int fd;
  int filled;
  int sent;
  int answering;
  uint64_t number;
  int64_t read_ns;
  int64_t due_ns;
  int64_t *handed_ns;
  char id[64];
  char request[REQUEST_BYTES];
};

static struct stream *by_fd[MAX_FD];
static struct stream *wheel[SLOTS];
static int64_t turned_to;
static FILE *log_file;
static int64_t ttft_ns, gap_ns;
static int tokens;
static double vary;
static uint64_t answers;
static volatile sig_atomic_t stopped;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void stop(int signal_number) {
  (void)signal_number;
  stopped = 1;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void drop(struct stream *s) {
  close(s->fd);
  by_fd[s->fd] = NULL;
  s->fd = -1;
  if (!s->answering) { /* else the wheel still holds it, and frees it */
    free(s->handed_ns);
    free(s);
  }
}

static int put(struct stream *s, const char *bytes, size_t length) {
  /* An answer is a few hundred bytes at a time, far below what a socket buffers: a short write means a dead reader. */
  return send(s->fd, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

static void schedule(struct stream *s) {
  int64_t slot = s->due_ns / SLOT_NS;
  if (slot < turned_to) slot = turned_to;
  s->next = wheel[slot % SLOTS];
  wheel[slot % SLOTS] = s;
}

static size_t chunk(char *into, const char *event, size_t length) {
  int head = sprintf(into, "%zx\r\n", length);
  memcpy(into + head, event, length);
  memcpy(into + head + length, "\r\n", 2);
  return (size_t)head + length + 2;
}

static void log_answer(struct stream *s) {
  fprintf(log_file, "%s %lld", s->id, (long long)s->read_ns);
  for (int i = 0; i < tokens; i++) fprintf(log_file, " %lld", (long long)(s->handed_ns[i] - s->read_ns));
  fputc('\n', log_file);
}

/* How long before the next chunk of an answer. The mixing is that of SplitMix64. */
static int64_t pause_ns(const struct stream *s) {
  int64_t plain = s->sent ? gap_ns : ttft_ns;
  if (vary <= 0) return plain;
  uint64_t z = (s->number << 20 | (uint64_t)s->sent) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  double between = (double)(z >> 11) / (double)(UINT64_C(1) << 53);
  double times = s->sent && z % 50 == 0 ? 5 : 1 + vary * (2 * between - 1);
  return (int64_t)((double)plain * times);
}

/* Sends the next chunk of an answer; with the last one, what ends it. */
static void step(struct stream *s) {
  static const char *const words[] = {" the", " of", " and", " to", " a", " in", " is", " that"};
  char event[512], bytes[2048];
  int last = s->sent + 1 == tokens;
  int length = sprintf(event,
      "data: {\"id\":\"chatcmpl-%s\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"truth\","
      "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"logprobs\":null,\"finish_reason\":%s}]}\n\n",
      s->id, words[s->sent % 8], last ? "\"length\"" : "null");
  size_t total = chunk(bytes, event, (size_t)length);
  s->handed_ns[s->sent++] = now();
  if (last) {
    s->answering = 0;
    length = sprintf(event,
        "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"truth\","
        "\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":%d,\"total_tokens\":%d}}\n\n"
        "data: [DONE]\n\n", tokens, tokens + 1);
    total += chunk(bytes + total, event, (size_t)length);
    memcpy(bytes + total, "0\r\n\r\n", 5);
    total += 5;
  }
  if (!put(s, bytes, total)) {
    s->answering = 0;
    drop(s);
  } else if (last) {
    log_answer(s);
  } else {
    s->due_ns += pause_ns(s);
    schedule(s);
  }
}

/* Some clients first ask which models there are, or for what is not here. */
static void tell(struct stream *s, const char *status, const char *body) {
  char bytes[256];
  int length = sprintf(bytes, "HTTP/1.1 %s\r\ncontent-type: application/json\r\ncontent-length: %zu\r\n\r\n%s", status,
      strlen(body), body);
  if (!put(s, bytes, (size_t)length)) drop(s);
}

static void answer(struct stream *s) {
  static const char head[] =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
  s->read_ns = now();
  s->sent = 0;
  s->number = answers++;
  if (!put(s, head, sizeof head - 1)) {
    drop(s);
    return;
  }
  s->answering = 1;
  s->due_ns = s->read_ns + pause_ns(s);
  schedule(s);
}

/* Takes what came. A request is whole once as many bytes follow its head as content-length says. */
static void receive(struct stream *s) {
  ssize_t n = recv(s->fd, s->request + s->filled, (size_t)(REQUEST_BYTES - 1 - s->filled), MSG_DONTWAIT);
  if (n <= 0) {
    if (n == 0 || (errno != EAGAIN && errno != EINTR)) drop(s);
    return;
  }
  s->filled += (int)n;
  s->request[s->filled] = 0;
  char *end = strstr(s->request, "\r\n\r\n");
  if (!end) return;
  char *length = strcasestr(s->request, "\r\ncontent-length:");
  long body = length && length < end ? atol(length + 17) : 0;
  if (s->request + s->filled < end + 4 + body) return;
  char *id = strcasestr(s->request, "\r\nx-request-id:");
  if (!id || id > end || sscanf(id + 15, " %63[^\r\n ]", s->id) != 1) strcpy(s->id, "-");
  s->filled = 0;
  char *path_end = strstr(s->request, " HTTP/");
  if (path_end && path_end - s->request > 12 && strncmp(path_end - 12, "/completions", 12) == 0) answer(s);
  else if (strncmp(s->request, "GET ", 4) != 0) tell(s, "404 Not Found", "{\"error\":{\"message\":\"not found\"}}");
  else tell(s, "200 OK", "{\"object\":\"list\",\"data\":[{\"id\":\"truth\",\"created\":0}]}");
}

static void accept_all(int listener, int epoll) {
  for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct stream *s = fd < MAX_FD ? calloc(1, sizeof *s) : NULL;
    if (!s || !(s->handed_ns = calloc((size_t)tokens, sizeof *s->handed_ns))) die("truth: stream");
    s->fd = fd;
    by_fd[fd] = s;
    struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
  }
}

/* Sends what is due. Within a slot the order is arbitrary, which is a tenth of a millisecond. */
static void turn(void) {
  int64_t to = now() / SLOT_NS;
  while (turned_to <= to) {
    int64_t slot = turned_to++;
    struct stream *s = wheel[slot % SLOTS], *next;
    wheel[slot % SLOTS] = NULL;
    for (; s; s = next) {
      next = s->next;
      if (s->fd < 0) {
        free(s->handed_ns);
        free(s);
      } else if (s->due_ns / SLOT_NS > slot) {
        schedule(s); /* due in a later turn of the wheel */
      } else {
        step(s);
      }
    }
  }
}

static int64_t until_next(void) {
  for (int64_t slot = turned_to; slot < turned_to + 1000; slot++) {
    if (wheel[slot % SLOTS]) {
      int64_t left = slot * SLOT_NS - now();
      return left < 0 ? 0 : left;
    }
  }
  return INT64_C(1000) * SLOT_NS;
}

int main(int count, char **arguments) {
  if (count != 5 && count != 6) {
    fprintf(stderr, "usage: truth LOG TTFT_MS GAP_MS TOKENS [VARY]\n");
    return 2;
  }
  if (!(log_file = fopen(arguments[1], "w"))) die(arguments[1]);
  ttft_ns = (int64_t)(atof(arguments[2]) * 1e6);
  gap_ns = (int64_t)(atof(arguments[3]) * 1e6);
  tokens = atoi(arguments[4]);
  if (count == 6) vary = atof(arguments[5]);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  signal(SIGTERM, stop);

  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) die("truth: listen");
  getsockname(listener, (struct sockaddr *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);

  int epoll = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = listener}, events[512];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &e);
  turned_to = now() / SLOT_NS;
  while (!stopped) {
    turn();
    int64_t wait_ns = until_next();
    struct timespec wait = {0, wait_ns};
    int n = epoll_pwait2(epoll, events, 512, &wait, NULL);
    for (int i = 0; i < n; i++) {
      int fd = events[i].data.fd;
      if (fd == listener) accept_all(listener, epoll);
      else if (by_fd[fd] && by_fd[fd]->answering) drop(by_fd[fd]); /* nothing may come while it is answered */
      else if (by_fd[fd]) receive(by_fd[fd]);
    }
  }
  return fclose(log_file) != 0;
}
