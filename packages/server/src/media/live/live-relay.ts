import type { LiveClientMessage, LiveServerMessage } from '@watchpost/contract/protocols/live';
import type { Clock } from '@watchpost/contract/timing/clock';
import { parseClientMessage } from './live-messages.ts';
import type { RemoteLive, RemoteLiveListener } from './live-remote.ts';

/** Stands between a viewer's connection and its session: channels of cameras that other nodes hold are served by those. */
export interface LiveRelay {
  onText(text: string): void;
  onBinary(message: Uint8Array): void;
  /** Called every second: follows cameras that have moved. */
  onTick(): void;
  end(): void;
}

interface LiveRelayDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly client: {
    send(message: string | Uint8Array): void;
    /** Bytes that are waiting to be sent. */
    readonly bufferedBytes: number;
  };
  /** This server's own session of the viewer. */
  readonly session: { onText(text: string): void; onBinary(message: Uint8Array): void };
  /** Returns where the node of a camera is reached; null when this server has it, or none has. */
  readonly addressOf: (cameraId: string) => Promise<string | null>;
  readonly connect: (address: string, listener: RemoteLiveListener) => RemoteLive;
}

interface RelayedChannel {
  readonly cameraId: string;
  /** The subscription, as the viewer sent it. */
  readonly text: string;
  /** Address of the node that serves it; null for this server, undefined while it is served by none. */
  place: string | null | undefined;
}

/** A viewer that has this much to receive is slow, bytes. */
const maxBufferBytes = 2_000_000;
const maxPending = 500;

export function createLiveRelay({ clock, client, session, addressOf, connect }: LiveRelayDeps): LiveRelay {
  const channels = new Map<number, RelayedChannel>();
  const remotes = new Map<string, RemoteLive>();
  let authorization: string | null = null;
  let isPaused = false;
  let isEnded = false;
  // Messages are handled in order.
  let queue: Promise<void> = Promise.resolve();
  let pending = 0;

  const served = (number: number, address: string): boolean => channels.get(number)?.place === address;
  const remoteOf = (address: string): RemoteLive => {
    const known = remotes.get(address);
    if (known) return known;
    const remote = connect(address, {
      onText: (text) => {
        const number = channelOf(text);
        if (number !== null && served(number, address)) client.send(text);
      },
      onBinary: (message) => {
        const number = binaryChannelOf(message);
        if (number === null || !served(number, address)) return;
        client.send(message);
        if (isPaused || client.bufferedBytes <= maxBufferBytes) return;
        isPaused = true;
        for (const other of remotes.values()) other.pause();
      },
      onClose: () => {
        if (remotes.get(address) !== remote) return;
        remotes.delete(address);
        for (const [number, channel] of channels) {
          if (channel.place !== address) continue;
          // Looked for again at the next tick: its node may be gone.
          channel.place = undefined;
          const state: LiveServerMessage = { type: 'state', channel: number, state: 'connecting', since: clock.now(), reason: null };
          client.send(JSON.stringify(state));
        }
      },
    });
    remotes.set(address, remote);
    if (authorization !== null) remote.send(authorization);
    if (isPaused) remote.pause();
    return remote;
  };
  const deliver = (place: string | null | undefined, text: string): void => {
    if (place === null) session.onText(text);
    else if (place !== undefined) remoteOf(place).send(text);
  };
  /** Ends the channel where it is served now. */
  const leave = (number: number, { place }: RelayedChannel): void => {
    const message: LiveClientMessage = { type: 'unsubscribe', channel: number };
    if (place === null || (place !== undefined && remotes.has(place))) deliver(place, JSON.stringify(message));
  };
  const find = async (cameraId: string, otherwise: string | null): Promise<string | null> => {
    // Without a token nobody is asked: the session refuses it.
    if (authorization === null) return null;
    return addressOf(cameraId).catch(() => otherwise);
  };
  const subscribe = async (number: number, cameraId: string, text: string): Promise<void> => {
    const place = await find(cameraId, null);
    if (isEnded) return;
    const before = channels.get(number);
    if (before && before.place !== place) leave(number, before);
    channels.set(number, { cameraId, text, place });
    deliver(place, text);
  };
  const follow = async (number: number, channel: RelayedChannel): Promise<void> => {
    const place = await find(channel.cameraId, channel.place ?? null);
    if (isEnded || channels.get(number) !== channel || channel.place === place) return;
    leave(number, channel);
    channel.place = place;
    deliver(place, channel.text);
  };
  const handle = async (text: string): Promise<void> => {
    const message = parseClientMessage(text);
    if (isEnded) return;
    if (message?.type === 'subscribe') return subscribe(message.channel, message.cameraId, text);
    if (message?.type === 'authorize') {
      authorization = text;
      for (const remote of remotes.values()) remote.send(text);
    }
    if (message === null || !('channel' in message)) return session.onText(text);
    const channel = channels.get(message.channel);
    if (message.type === 'unsubscribe') channels.delete(message.channel);
    deliver(channel ? channel.place : null, text);
  };
  const inOrder = (work: () => Promise<void> | void): void => {
    // A page sends a handful; whoever sends more while the database is slow loses the rest.
    if (pending >= maxPending) return;
    pending += 1;
    queue = queue
      .then(work)
      .catch(() => undefined)
      .finally(() => (pending -= 1));
  };

  return {
    onText: (text) => inOrder(() => handle(text)),
    onBinary: (message) =>
      inOrder(() => {
        const place = channels.get(binaryChannelOf(message) ?? -1)?.place;
        if (typeof place === 'string') remotes.get(place)?.send(message);
        else session.onBinary(message);
      }),
    onTick: () => {
      if (isPaused && client.bufferedBytes <= maxBufferBytes / 4) {
        isPaused = false;
        for (const remote of remotes.values()) remote.resume();
      }
      inOrder(async () => {
        for (const [number, channel] of channels) await follow(number, channel);
        for (const [address, remote] of remotes) {
          if ([...channels.values()].some(({ place }) => place === address)) continue;
          remotes.delete(address);
          remote.close();
        }
      });
    },
    end: () => {
      isEnded = true;
      for (const remote of remotes.values()) remote.close();
      remotes.clear();
    },
  };
}

/** The channel that a node's message is about; null for messages about the connection, which this server sends itself. */
function channelOf(text: string): number | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null && 'channel' in message && typeof message.channel === 'number'
      ? message.channel
      : null;
  } catch {
    return null;
  }
}

/** Media and speech have their channel in the same place. */
function binaryChannelOf(message: Uint8Array): number | null {
  return message.byteLength < 4 ? null : new DataView(message.buffer, message.byteOffset).getUint16(2);
}
