import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Tokens } from '../../kernel/tokens.ts';
import type { AgentLink } from '../ingest/index.ts';
import type { CameraStatus, SourceListener, StreamQuality, Tracks } from '../media-types.ts';
import type { StreamSupply } from '../stream/stream-registry.ts';
import { decodeSample, encodeSpeech, parseHolderMessage, tracksOf, type HolderMessage, type ViewerMessage } from './relay-messages.ts';
import type { ConnectRelay, RelayRemote } from './relay-remote.ts';
import { signRelayToken } from './relay-token.ts';

/**
 * Brings the streams of cameras that other nodes hold to this one while they have viewers here: one connection for each stream, whose
 * samples then go to all viewers as those of a camera of this node do. Access is decided here, for each viewer.
 */
export interface RelayedStreams extends StreamSupply {
  /** Returns the state of a camera, as its node says; null without a connection. */
  status(cameraId: string): CameraStatus | null;
  awaitsKeyFrame(cameraId: string): boolean;
  requestKeyFrame(cameraId: string): void;
  onStatus(listener: (cameraId: string, status: CameraStatus) => void): () => void;
  /** Returns the speaker of a camera; null when it has none, or is not being watched. */
  speaker(cameraId: string): Pick<AgentLink, 'capabilities' | 'talk'> | null;
  close(): void;
}

interface RelayedStreamsDeps {
  readonly clock: Clock;
  readonly tokens: Pick<Tokens, 'sign'>;
  /** Returns where the node of a camera is reached; null when none has it, or this one. */
  readonly addressOf: (cameraId: string) => Promise<string | null>;
  readonly connect: ConnectRelay;
}

/** Between two looks for the node of a camera: a camera that moved goes on within this time, ms. */
const followIntervalMs = 500;
const gone = { code: 'camera-offline', detail: 'The node of the camera is away.' } as const;

interface Entry {
  readonly cameraId: string;
  readonly quality: StreamQuality;
  readonly input: SourceListener;
  readonly talks: Map<number, () => void>;
  address: string | null;
  remote: RelayRemote | null;
  tracks: Tracks | null;
  status: CameraStatus;
  hasSpeaker: boolean;
  awaitsKeyFrame: boolean;
  isFollowing: boolean;
  isEnded: boolean;
}

export function createRelayedStreams({ clock, tokens, addressOf, connect }: RelayedStreamsDeps): RelayedStreams {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(cameraId: string, status: CameraStatus) => void>();
  let lastTalk = 0;
  let stopTimer: (() => void) | null = null;

  const keyOf = (cameraId: string, quality: StreamQuality): string => `${cameraId} ${quality}`;
  const entryOf = (cameraId: string): Entry | null => entries.get(keyOf(cameraId, 'high')) ?? entries.get(keyOf(cameraId, 'low')) ?? null;
  const setStatus = (entry: Entry, status: CameraStatus): void => {
    const { status: before } = entry;
    entry.status = status;
    // Both streams of a camera say the same.
    if (entryOf(entry.cameraId) !== entry) return;
    if (before.state === status.state && before.since === status.since && before.reason === status.reason) return;
    for (const listener of listeners) listener(entry.cameraId, status);
  };
  const disconnect = (entry: Entry): void => {
    entry.remote?.close();
    entry.remote = null;
    entry.address = null;
    entry.hasSpeaker = false;
    entry.awaitsKeyFrame = false;
    for (const onEnd of [...entry.talks.values()]) onEnd();
    entry.talks.clear();
    if (entry.tracks) entry.input.onEnd(gone);
    entry.tracks = null;
    if (!entry.isEnded) setStatus(entry, { state: 'connecting', since: clock.now(), reason: null });
  };
  const receive = (entry: Entry, message: HolderMessage): void => {
    const { input } = entry;
    if (message.type === 'tracks') {
      entry.tracks = tracksOf(message, entry.tracks);
      input.onTracks(entry.tracks);
    }
    if (message.type === 'end') {
      entry.tracks = null;
      input.onEnd({ code: message.code, detail: 'The stream ended at the node of the camera.' });
    }
    if (message.type === 'status') {
      entry.hasSpeaker = message.speaker;
      entry.awaitsKeyFrame = message.awaitsKeyFrame;
      setStatus(entry, message.status);
    }
    if (message.type === 'talk-ended') {
      const onEnd = entry.talks.get(message.id);
      entry.talks.delete(message.id);
      onEnd?.();
    }
  };
  const open = (entry: Entry, address: string): void => {
    const { cameraId, quality, input } = entry;
    const token = signRelayToken(tokens, cameraId, quality, clock.now());
    entry.address = address;
    const isCurrent = (): boolean => entry.remote === remote && !entry.isEnded;
    const remote = connect(
      { address, cameraId, quality, token },
      {
        onText: (text) => {
          const message = parseHolderMessage(text);
          if (message && isCurrent()) receive(entry, message);
        },
        onBinary: (message) => {
          const read = decodeSample(message);
          if (!read || !entry.tracks || !isCurrent()) return;
          // Viewers must know of a gap, or their players wait for what is missing.
          if (read.afterGap) {
            entry.tracks = { ...entry.tracks, video: { ...entry.tracks.video } };
            input.onTracks(entry.tracks);
          }
          input.onSample(read.sample);
        },
        onClose: () => {
          if (isCurrent()) disconnect(entry);
        },
      },
    );
    entry.remote = remote;
  };
  const follow = async (entry: Entry): Promise<void> => {
    if (entry.isFollowing) return;
    entry.isFollowing = true;
    // While the database is away, everything stays where it is.
    const address = await addressOf(entry.cameraId).catch(() => entry.address);
    entry.isFollowing = false;
    if (entry.isEnded || (entry.remote && address === entry.address)) return;
    if (entry.remote) disconnect(entry);
    if (address !== null && URL.canParse(address)) open(entry, address);
  };
  const send = (entry: Entry, message: ViewerMessage): void => entry.remote?.send(JSON.stringify(message));

  return {
    begin: (cameraId, quality, input) => {
      const entry: Entry = {
        cameraId,
        quality,
        input,
        talks: new Map(),
        address: null,
        remote: null,
        tracks: null,
        status: { state: 'connecting', since: clock.now(), reason: null },
        hasSpeaker: false,
        awaitsKeyFrame: false,
        isFollowing: false,
        isEnded: false,
      };
      entries.set(keyOf(cameraId, quality), entry);
      stopTimer ??= callEvery(clock, followIntervalMs, () => {
        for (const running of entries.values()) void follow(running);
      });
      void follow(entry);
    },
    end: (cameraId, quality) => {
      const entry = entries.get(keyOf(cameraId, quality));
      if (!entry) return;
      entry.isEnded = true;
      entries.delete(keyOf(cameraId, quality));
      disconnect(entry);
      if (entries.size > 0) return;
      stopTimer?.();
      stopTimer = null;
    },
    status: (cameraId) => {
      const entry = entryOf(cameraId);
      return entry?.remote ? entry.status : null;
    },
    awaitsKeyFrame: (cameraId) => entryOf(cameraId)?.awaitsKeyFrame ?? false,
    requestKeyFrame: (cameraId) => {
      const entry = entryOf(cameraId);
      if (entry) send(entry, { type: 'key-frame' });
    },
    onStatus: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    speaker: (cameraId) => {
      const entry = entryOf(cameraId);
      if (!entry?.hasSpeaker) return null;
      return {
        capabilities: { speaker: true, low: false },
        talk: (mimeType, onEnd) => {
          const id = (lastTalk += 1);
          entry.talks.set(id, onEnd);
          send(entry, { type: 'talk', id, mimeType });
          return {
            send: (sound) => entry.remote?.send(encodeSpeech(id, sound)),
            end: () => {
              if (entry.talks.delete(id)) send(entry, { type: 'talk-end', id });
            },
          };
        },
      };
    },
    close: () => {
      stopTimer?.();
      stopTimer = null;
      for (const entry of entries.values()) {
        entry.isEnded = true;
        disconnect(entry);
      }
      entries.clear();
    },
  };
}
