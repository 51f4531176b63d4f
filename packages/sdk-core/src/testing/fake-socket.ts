import { encodeLiveMedia } from '@watchpost/contract/protocols/live';
import type { LiveClientMessage, LiveMedia, LiveServerMessage } from '@watchpost/contract/protocols/live';
import type { WebSocketLike } from '../kernel/ports.ts';

/** The server's end of one live connection: records messages, and sends what the test plans. */
export interface FakeLiveSocket {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly received: readonly LiveClientMessage[];
  /** Received binary messages, which carry speech. */
  readonly binary: readonly Uint8Array[];
  readonly isOpen: boolean;
  /** Currently subscribed channels, by camera. */
  channelsOf(cameraId: string): readonly number[];
  send(message: LiveServerMessage): void;
  sendMedia(media: LiveMedia): void;
  /** Sends bytes or text unchanged, to imitate a broken server. */
  sendRaw(data: string | ArrayBuffer): void;
  /** Cuts the connection. */
  drop(): void;
}

export interface FakeSocketPair {
  readonly client: WebSocketLike;
  readonly server: FakeLiveSocket;
  open(): void;
}

/**
 * @param answer called with each message from the client
 * @param answerBinary called with its binary messages, for protocols that have more than speech
 */
export function createFakeSocket(
  url: string,
  protocols: readonly string[],
  answer: (message: LiveClientMessage, server: FakeLiveSocket) => void,
  answerBinary?: (data: Uint8Array, server: FakeLiveSocket) => unknown,
): FakeSocketPair {
  const listeners: { readonly type: string; readonly call: (event: { readonly data: unknown }) => void }[] = [];
  const received: LiveClientMessage[] = [];
  const binary: Uint8Array[] = [];
  const channels = new Map<number, string>();
  let isOpen = false;
  let isClosed = false;

  const fire = (type: string, data?: unknown): void => {
    if (isClosed) return;
    for (const listener of listeners) if (listener.type === type) listener.call({ data });
  };
  const deliver = (data: string | ArrayBuffer): void => queueMicrotask(() => isOpen && fire('message', data));
  const close = (): void => {
    if (isClosed) return;
    isOpen = false;
    fire('close');
    isClosed = true;
  };

  const server: FakeLiveSocket = {
    url,
    protocols,
    received,
    binary,
    get isOpen() {
      return isOpen;
    },
    channelsOf: (cameraId) => [...channels].filter(([, camera]) => camera === cameraId).map(([channel]) => channel),
    send: (message) => deliver(JSON.stringify(message)),
    sendMedia: (media) => deliver(new Uint8Array(encodeLiveMedia(media)).buffer),
    sendRaw: deliver,
    drop: close,
  };
  const client: WebSocketLike = {
    binaryType: 'blob',
    send(data) {
      if (!isOpen) throw new Error('InvalidStateError: still connecting');
      if (typeof data !== 'string') {
        binary.push(data);
        answerBinary?.(data, server);
        return;
      }
      const message: LiveClientMessage = JSON.parse(data);
      received.push(message);
      if (message.type === 'subscribe') channels.set(message.channel, message.cameraId);
      if (message.type === 'unsubscribe') channels.delete(message.channel);
      answer(message, server);
    },
    close: () => queueMicrotask(close),
    addEventListener: (type: string, call: (event: { readonly data: unknown }) => void) => void listeners.push({ type, call }),
  };
  return {
    client,
    server,
    open() {
      if (isClosed) return;
      isOpen = true;
      fire('open');
    },
  };
}
