import type { IncomingHttpHeaders } from 'node:http';
import { liveSocket } from '@watchpost/contract/endpoints/player';
import { liveSubprotocol } from '@watchpost/contract/protocols/live';
import { WebSocket } from 'ws';

/** A viewer's connection to another node. What is sent before it is open waits. */
export interface RemoteLive {
  send(message: string | Uint8Array): void;
  /** Stops and goes on reading: the node then sees a slow viewer, and leaves pictures out. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface RemoteLiveListener {
  onText(text: string): void;
  onBinary(message: Uint8Array): void;
  onClose(): void;
}

/** Keeps a viewer from going round between nodes that disagree for a moment; it grants nothing. */
export const relayedHeader = 'x-watchpost-relayed';
const handshakeTimeoutMs = 3000;

/** @param headers those of the viewer’s own request */
export function connectRemoteLive(
  address: string,
  headers: IncomingHttpHeaders,
  clientAddress: string,
  listener: RemoteLiveListener,
): RemoteLive {
  const { host, origin, 'user-agent': userAgent } = headers;
  const socket = new WebSocket(new URL(liveSocket.path, address), liveSubprotocol, {
    perMessageDeflate: false,
    handshakeTimeout: handshakeTimeoutMs,
    headers: {
      ...(host !== undefined && { host }),
      ...(origin !== undefined && { origin }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      'x-forwarded-for': clientAddress,
      [relayedHeader]: '1',
    },
  });
  let waiting: (string | Uint8Array)[] | null = [];
  socket.on('open', () => {
    for (const message of waiting ?? []) socket.send(message);
    waiting = null;
  });
  socket.on('message', (data, isBinary) => {
    // A message arrives as one Buffer, because ws splits messages only on request.
    if (!Buffer.isBuffer(data)) return;
    if (isBinary) listener.onBinary(data);
    else listener.onText(data.toString());
  });
  // `close` follows.
  socket.on('error', () => undefined);
  socket.on('close', listener.onClose);
  return {
    send: (message) => {
      if (waiting) waiting.push(message);
      else if (socket.readyState === socket.OPEN) socket.send(message);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.terminate(),
  };
}
