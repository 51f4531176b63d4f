import { liveSocket } from '@watchpost/contract/endpoints/player';
import {
  decodeLiveMedia,
  liveSubprotocol,
  type LiveClientMessage,
  type LiveMedia,
  type LiveServerMessage,
} from '@watchpost/contract/protocols/live';
import { WebSocket } from 'ws';

/** A page with a live connection, for tests of the server. */
export interface LiveViewer {
  send(message: LiveClientMessage): void;
  sendBinary(message: Uint8Array): void;
  /** Returns the next message of a type, including one that has already arrived; waits until the test's own timeout. */
  next<T extends LiveServerMessage['type']>(type: T): Promise<LiveServerMessage & { type: T }>;
  readonly media: readonly LiveMedia[];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  close(): void;
}

/**
 * Opens a live connection.
 * @param origin the page's Origin header; null for a program, which sends none
 */
export async function openLiveViewer(
  serverUrl: string,
  origin: string | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<LiveViewer> {
  const address = serverUrl.replace(/^http/, 'ws') + liveSocket.path;
  const socket = new WebSocket(address, liveSubprotocol, { headers, ...(origin !== null && { origin }) });
  const messages: LiveServerMessage[] = [];
  const media: LiveMedia[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) media.push(decodeLiveMedia(new Uint8Array(data).buffer));
    else messages.push(JSON.parse(data.toString()));
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));

  return {
    send: (message) => socket.send(JSON.stringify(message)),
    sendBinary: (message) => socket.send(message),
    next: <T extends LiveServerMessage['type']>(type: T) =>
      new Promise<LiveServerMessage & { type: T }>((resolve) => {
        const isWanted = (message: LiveServerMessage): message is LiveServerMessage & { type: T } => message.type === type;
        const check = (): void => {
          const found = messages.find(isWanted);
          if (!found) return;
          messages.splice(messages.indexOf(found), 1);
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    media,
    closed,
    close: () => socket.close(),
  };
}
