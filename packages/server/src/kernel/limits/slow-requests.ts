import { systemClock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { Socket } from 'node:net';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum time to receive its body, ms. */
    receiveTimeoutMs?: number;
  }
}

/** Maximum that a route can request, ms. */
const maxReceiveTimeoutMs = 60_000;

/**
 * Returns the HTTP server's timeouts: the head of a request must arrive within this time, so that a peer that sends single bytes holds no
 * connection.
 */
export function receiveTimeouts(receiveTimeoutMs: number): {
  requestTimeout: number;
  http: { headersTimeout: number; connectionsCheckingInterval: number };
} {
  // By default Node checks only every half minute.
  return { requestTimeout: maxReceiveTimeoutMs, http: { headersTimeout: receiveTimeoutMs, connectionsCheckingInterval: 1000 } };
}

/**
 * Closes the connection when a body does not arrive in time, as Node does for a head; a route that accepts more than a form declares its
 * `receiveTimeoutMs`.
 */
export function limitReceiving(app: FastifyInstance, receiveTimeoutMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request;
    // An injected request has no connection.
    if (!(raw.socket instanceof Socket)) return done();
    const cancel = systemClock.after(routeOptions.config.receiveTimeoutMs ?? receiveTimeoutMs, () => {
      // These bytes would corrupt an answer that is being sent.
      if (!raw.complete && !reply.raw.headersSent)
        raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      if (!raw.complete) raw.socket.destroySoon();
    });
    raw.once('close', cancel);
    done();
  });
}
