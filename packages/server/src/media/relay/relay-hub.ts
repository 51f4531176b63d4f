import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Logger } from '../../kernel/log.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import { refuseUpgrade } from '../../kernel/upgrade.ts';
import type { AgentLinks, AgentTalk, Ingest } from '../ingest/index.ts';
import { createLiveChannel } from '../live/live-channel.ts';
import type { StreamQuality, VideoTrack } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import {
  decodeSpeech,
  encodeSample,
  maxRelayedBytes,
  movedCloseCode,
  parseViewerMessage,
  relaySubject,
  relaySubprotocol,
  tracksMessage,
  type HolderMessage,
} from './relay-messages.ts';
import { isRelayToken } from './relay-token.ts';

/** Sends the streams of this node's cameras to other nodes: each once, for all of their viewers. */
interface RelayHub {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends the connections about a camera that this node no longer holds. */
  stop(cameraId: string): void;
  /** Number of streams that are being sent. */
  readonly connections: number;
  close(): void;
}

interface RelayHubDeps {
  readonly streams: StreamRegistry;
  readonly links: Pick<AgentLinks, 'get'>;
  readonly ingest: Pick<Ingest, 'status' | 'awaitsKeyFrame' | 'requestKeyFrame' | 'onStatus'>;
  readonly tokens: Pick<Tokens, 'verify'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A line between nodes that has this much to send is slow, bytes: some two seconds of a big camera. */
const maxBufferBytes = 4_000_000;
const ticksPerPing = 10;
/** The other node makes its own for its viewers. */
const noFragment = (): Uint8Array => new Uint8Array();

interface Connection {
  readonly cameraId: string;
  isAlive: boolean;
  sendStatus(): void;
  end(): void;
}

export function createRelayHub({ streams, links, ingest, tokens, clock, log }: RelayHubDeps): RelayHub {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxRelayedBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(relaySubprotocol) && relaySubprotocol,
  });
  const connections = new Map<WebSocket, Connection>();
  let ticks = 0;
  const stopTimer = callEvery(clock, 1000, () => {
    ticks += 1;
    for (const [socket, connection] of connections) {
      connection.sendStatus();
      if (ticks % ticksPerPing !== 0) continue;
      if (!connection.isAlive) socket.terminate();
      connection.isAlive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }
  });
  const stopStatus = ingest.onStatus((cameraId) => {
    for (const connection of connections.values()) if (connection.cameraId === cameraId) connection.sendStatus();
  });

  const accept = (socket: WebSocket, cameraId: string, quality: StreamQuality): void => {
    const talks = new Map<number, AgentTalk>();
    let sentVideo: VideoTrack | null = null;
    let sentStatus = '';
    /** The other node starts over with the tracks, whatever was left out before them. */
    let isAfterTracks = false;
    const send = (message: HolderMessage): void => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    };
    const channel = createLiveChannel({
      tracks: (tracks) => {
        socket.send(tracksMessage(tracks, false));
        sentVideo = tracks.video;
        isAfterTracks = true;
      },
      fragment: (sample, _fragment, afterGap) => {
        socket.send(encodeSample(sample, afterGap && !isAfterTracks));
        isAfterTracks = false;
      },
      isCongested: () => socket.bufferedAmount > maxBufferBytes,
      isClear: () => socket.bufferedAmount <= maxBufferBytes / 4,
    });
    const unsubscribe = streams.open(cameraId, quality).subscribe({
      onTracks: (tracks) => {
        // Only the sound has come or gone: the picture goes on.
        if (tracks.video === sentVideo) socket.send(tracksMessage(tracks, true));
        else channel.onTracks(tracks);
      },
      onSample: (sample) => channel.onSample(sample, noFragment),
      onOffline: ({ code }) => {
        sentVideo = null;
        send({ type: 'end', code });
      },
    });
    const connection: Connection = {
      cameraId,
      isAlive: true,
      sendStatus: () => {
        const status: HolderMessage = {
          type: 'status',
          status: ingest.status(cameraId),
          speaker: links.get(cameraId)?.capabilities.speaker ?? false,
          awaitsKeyFrame: ingest.awaitsKeyFrame(cameraId),
        };
        const text = JSON.stringify(status);
        if (text === sentStatus) return;
        sentStatus = text;
        send(status);
      },
      end: () => {
        unsubscribe();
        for (const talk of talks.values()) talk.end();
        talks.clear();
      },
    };
    connections.set(socket, connection);
    connection.sendStatus();

    const begin = (id: number, mimeType: string): void => {
      if (talks.has(id)) return;
      const talk = links.get(cameraId)?.talk(mimeType, () => {
        if (talks.delete(id)) send({ type: 'talk-ended', id });
      });
      if (talk) talks.set(id, talk);
      else send({ type: 'talk-ended', id });
    };
    socket.on('message', (data, isBinary) => {
      connection.isAlive = true;
      if (!Buffer.isBuffer(data)) return;
      const speech = isBinary ? decodeSpeech(data) : null;
      if (speech) talks.get(speech.id)?.send(speech.sound);
      const message = isBinary ? null : parseViewerMessage(data.toString());
      if (message?.type === 'key-frame') ingest.requestKeyFrame(cameraId);
      if (message?.type === 'talk') begin(message.id, message.mimeType);
      if (message?.type === 'talk-end') {
        talks.get(message.id)?.end();
        talks.delete(message.id);
      }
    });
    socket.on('pong', () => {
      connection.isAlive = true;
    });
    socket.on('error', (error) => log.debug({ err: error, cameraId }, 'A connection to another node broke'));
    socket.on('close', () => {
      connections.delete(socket);
      connection.end();
    });
  };

  return {
    handleUpgrade: (request, socket, head) => {
      const subject = relaySubject(request.url ?? '');
      if (!subject || !isRelayToken(tokens, request.headers.authorization, subject.cameraId, subject.quality, clock.now()))
        return refuseUpgrade(socket, 401, 'Unauthorized');
      const { cameraId, quality } = subject;
      // Never passed on a second time: two nodes that disagree for a moment would send a stream in circles.
      if (!streams.isHeld(cameraId)) return refuseUpgrade(socket, 404, 'Not Found');
      server.handleUpgrade(request, socket, head, (opened) => accept(opened, cameraId, quality));
    },
    stop: (cameraId) => {
      for (const [socket, connection] of connections) {
        if (connection.cameraId !== cameraId) continue;
        connection.end();
        socket.close(movedCloseCode, 'The camera is at another node.');
      }
    },
    get connections() {
      return connections.size;
    },
    close: () => {
      stopTimer();
      stopStatus();
      for (const [socket, connection] of connections) {
        connection.end();
        socket.close(1001, 'The server is stopping.');
      }
    },
  };
}
