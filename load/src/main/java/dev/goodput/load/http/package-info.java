/// HTTP/1.1 over Netty: connections, requests, deadlines, and the stamp of every socket read.
@NullMarked
package dev.goodput.load.http;

import org.jspecify.annotations.NullMarked;
