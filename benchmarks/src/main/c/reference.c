/* reference: the least a client can do and still see every chunk. As many keep-alive connections as streams, one
 * epoll, one read and one stamp an arrival, a byte scan for "data:", the next request when an answer has ended.
 * It keeps nothing, writes nothing and judges nothing: what it costs is what the kernel costs.
 *
 *   reference PORT STREAMS REQUESTS     prints CPU microseconds (user + system), events and reads
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char body[] =
    "{\"model\":\"truth\",\"messages\":[{\"role\":\"user\",\"content\":\"one two three\"}],\"stream\":true}";
static char request[512];
static int request_length;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void ask(int fd) {
  if (send(fd, request, (size_t)request_length, MSG_NOSIGNAL) != request_length) {
    perror("reference: send");
    exit(1);
  }
}

static int connection(int port) {
  struct sockaddr_in server = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&server, sizeof server)) {
    perror("reference: connect");
    exit(1);
  }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

static long count_events(const char *bytes, size_t length) {
  long found = 0;
  const char *end = bytes + length;
  for (const char *at = bytes; (at = memmem(at, (size_t)(end - at), "data: {", 7)); at += 7) found++;
  return found;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: reference PORT STREAMS REQUESTS\n");
    return 2;
  }
  int port = atoi(arguments[1]), streams = atoi(arguments[2]);
  long requests = atol(arguments[3]), asked = 0, ended = 0, chunks = 0, reads = 0;
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  request_length = snprintf(request, sizeof request,
      "POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
      "content-length: %zu\r\n\r\n%s", sizeof body - 1, body);

  int epoll = epoll_create1(0);
  for (; asked < streams && asked < requests; asked++) {
    int fd = connection(port);
    struct epoll_event e = {.events = EPOLLIN | EPOLLET, .data.fd = fd};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
    ask(fd);
  }
  static char bytes[1 << 16];
  static struct epoll_event events[512];
  volatile int64_t stamp = 0;
  while (ended < requests) {
    int n = epoll_wait(epoll, events, 512, 10000);
    if (n <= 0) {
      fprintf(stderr, "reference: nothing came for 10 s, %ld of %ld requests ended\n", ended, requests);
      return 1;
    }
    for (int i = 0; i < n; i++) {
      ssize_t got = recv(events[i].data.fd, bytes, sizeof bytes, MSG_DONTWAIT);
      stamp = now();
      reads++;
      if (got <= 0) continue;
      chunks += count_events(bytes, (size_t)got);
      if (got >= 5 && memcmp(bytes + got - 5, "0\r\n\r\n", 5) == 0) {
        ended++;
        if (asked < requests) {
          asked++;
          ask(events[i].data.fd);
        }
      }
    }
  }
  (void)stamp;
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  double cpu_us = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6
      + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  printf("%.0f %ld %ld\n", cpu_us, chunks, reads);
  return 0;
}
