import { decodeAgentSample } from '@watchpost/contract/protocols/agent';
import type { AgentMessage, AgentAuthorization, AgentSample } from '@watchpost/contract/protocols/agent';
import type { PhoneSocket } from '../phone-camera-types.ts';

/** The server's end of one connection of a phone. */
interface FakeEnd {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly texts: readonly (AgentMessage | AgentAuthorization)[];
  readonly samples: readonly AgentSample[];
  /** Received binary messages. */
  readonly packets: readonly Uint8Array[];
  readonly isClosed: boolean;
  /** Bytes that the phone has not sent yet. */
  waiting: number;
  open(): void;
  say(message: object): void;
  sendBytes(bytes: Uint8Array<ArrayBuffer>): void;
  hangUp(code?: number): void;
}

/** Accepts a phone's connections. */
export interface FakePhoneServer {
  readonly webSocket: (url: string, protocols: string[]) => PhoneSocket;
  /** Media connections, oldest first. */
  links(): FakeEnd[];
  /** Connections to the control channel. */
  reports(): FakeEnd[];
  /** Accepts the newest media connection, like the server. */
  welcome(): FakeEnd;
}

export function createFakePhoneServer(): FakePhoneServer {
  const ends: FakeEnd[] = [];
  const webSocket = (url: string, protocols: string[]): PhoneSocket => {
    const listeners: { readonly type: string; readonly call: (event: { readonly data: unknown; readonly code: number }) => void }[] = [];
    const fire = (type: string, event: { readonly data?: unknown; readonly code?: number } = {}): void => {
      for (const listener of listeners) if (listener.type === type) listener.call({ data: event.data, code: event.code ?? 1006 });
    };
    const texts: (AgentMessage | AgentAuthorization)[] = [];
    const packets: Uint8Array[] = [];
    let isClosed = false;
    const end: FakeEnd = {
      url,
      protocols,
      texts,
      packets,
      get samples() {
        return packets.map(decodeAgentSample);
      },
      get isClosed() {
        return isClosed;
      },
      waiting: 0,
      open: () => fire('open'),
      say: (message) => fire('message', { data: JSON.stringify(message) }),
      sendBytes: (bytes) => fire('message', { data: bytes.buffer }),
      hangUp: (code = 1006) => {
        isClosed = true;
        fire('close', { code });
      },
    };
    ends.push(end);
    return {
      binaryType: 'blob',
      get bufferedAmount() {
        return end.waiting;
      },
      send: (data) => {
        if (typeof data === 'string') texts.push(JSON.parse(data));
        else packets.push(data);
      },
      close: () => {
        isClosed = true;
      },
      addEventListener: (type: string, call: (event: { readonly data: unknown; readonly code: number }) => void) =>
        void listeners.push({ type, call }),
    };
  };
  const of = (path: string): FakeEnd[] => ends.filter(({ url }) => url.endsWith(path));
  return {
    webSocket,
    links: () => of('/agent'),
    reports: () => of('/mqtt'),
    welcome: (): FakeEnd => {
      const link = of('/agent').at(-1);
      if (!link) throw new Error('No phone has connected.');
      link.open();
      link.say({ type: 'welcome', cameraId: 'cam1', serverTime: 1, pingEvery: 2 });
      link.say({ type: 'wanted', streams: ['main'] });
      return link;
    },
  };
}
