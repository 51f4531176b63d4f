import { WebSocket } from 'ws';
import type { StreamQuality } from '../media-types.ts';
import { relayPath, relaySubprotocol } from './relay-messages.ts';

/** A connection to the node that holds a camera. */
export interface RelayRemote {
  /** Dropped while the connection is not open: the sender asks again. */
  send(message: string | Uint8Array): void;
  close(): void;
}

interface RelayRemoteListener {
  onText(text: string): void;
  onBinary(message: Uint8Array): void;
  onClose(): void;
}

export type ConnectRelay = (
  subject: { readonly address: string; readonly cameraId: string; readonly quality: StreamQuality; readonly token: string },
  listener: RelayRemoteListener,
) => RelayRemote;

const handshakeTimeoutMs = 3000;

export const connectRelay: ConnectRelay = ({ address, cameraId, quality, token }, listener) => {
  const url = new URL(relayPath, address);
  url.searchParams.set('camera', cameraId);
  url.searchParams.set('quality', quality);
  const socket = new WebSocket(url, relaySubprotocol, {
    perMessageDeflate: false,
    handshakeTimeout: handshakeTimeoutMs,
    headers: { authorization: `Bearer ${token}` },
  });
  let isClosed = false;
  socket.on('message', (data, isBinary) => {
    // A message arrives as one Buffer, because ws splits messages only on request.
    if (isClosed || !Buffer.isBuffer(data)) return;
    if (isBinary) listener.onBinary(data);
    else listener.onText(data.toString());
  });
  // `close` follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (!isClosed) listener.onClose();
    isClosed = true;
  });
  return {
    send: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(message);
    },
    close: () => {
      isClosed = true;
      socket.terminate();
    },
  };
};
