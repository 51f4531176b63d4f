import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { callEvery, systemClock } from '@watchpost/contract/timing/clock';
import { makeCertificate } from '../certificate.ts';
import { createGate, describeCamera, password, sceneNameOf, username, writeAnswer } from './field-answers.ts';
import type { FieldAnswer, FieldCamera, FieldCase, FieldConnection, FieldRequest, FieldStats, TrackKind } from './field-case.ts';
import { fieldScene, fieldSounds } from './field-media.ts';
import { createTrack, startSending, type SendingTrack } from './field-sender.ts';

const publicMethods = 'OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER';
const minOverdueChecks = 3;
const trackOf = (url: string): TrackKind => (url.endsWith('track1') ? 'video' : 'audio');
const add = (counts: Record<string, number>, key: string): void => void (counts[key] = (counts[key] ?? 0) + 1);

/** Starts a camera of the field on a free port of this machine: RTSP over TCP or TLS, with its media interleaved, or over UDP. */
export async function startFieldCamera({ name, sends: behaviour }: FieldCase): Promise<FieldCamera> {
  // Encoding in the middle of a session would hold everything up.
  for (const picture of [0, 1, 10, 11, 20]) fieldScene(sceneNameOf(behaviour, picture));
  if (behaviour.sound) fieldSounds[behaviour.sound].payload(0);
  const counts = { connections: 0, plays: 0, timeouts: 0, requests: {}, setups: {}, signsOfLife: {} } satisfies Omit<FieldStats, 'refused'>;
  const gate = behaviour.auth && createGate(behaviour.auth);
  const sockets = new Set<Socket>();
  const { overTls } = behaviour;
  const accept = (socket: Socket): void => serve(socket);
  const server = overTls === undefined ? createServer(accept) : createTlsServer(await makeCertificate(), accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  // Whatever scheme a user types: requests name that of the standard.
  const origin = `${overTls === undefined ? 'rtsp' : 'rtsps'}://${host}`;

  const serve = (socket: Socket): void => {
    counts.connections += 1;
    const connection = counts.connections;
    const tracks = new Map<TrackKind, SendingTrack>();
    const onClose: (() => void)[] = [];
    let aliveAt = 0;
    let hasPlayed = false;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      for (const end of onClose.splice(0)) end();
    });
    const own: FieldConnection = {
      number: connection,
      write: (bytes) => void (socket.writable && socket.write(bytes)),
      end: () => socket.end(),
    };

    const onSign = (sign: string): void => {
      if (!hasPlayed) return;
      add(counts.signsOfLife, sign);
      if (behaviour.isAlive?.(sign) ?? true) aliveAt = systemClock.monotonic();
    };
    const play = (): void => {
      if (hasPlayed) return;
      hasPlayed = true;
      counts.plays += 1;
      aliveAt = systemClock.monotonic();
      onClose.push(startSending(behaviour, tracks, counts.plays, (picture) => behaviour.afterPicture?.(own, picture)));
      const timeoutMs = (behaviour.timeoutSeconds ?? 60) * 1000;
      let overdueChecks = 0;
      onClose.push(
        callEvery(systemClock, 100, () => {
          overdueChecks = systemClock.monotonic() - aliveAt < timeoutMs ? 0 : overdueChecks + 1;
          // After a stall of this process, what the server sent meanwhile is read first.
          if (overdueChecks < minOverdueChecks || socket.destroyed) return;
          counts.timeouts += 1;
          socket.destroy();
        }),
      );
    };

    const setUp = async (request: FieldRequest, answer: FieldAnswer): Promise<void> => {
      const transport = request.headers.get('transport') ?? '';
      const session = `12345678;timeout=${behaviour.timeoutSeconds ?? 60}`;
      const asked = /interleaved=(\d+)/.exec(transport)?.[1];
      if ((asked === undefined) !== (behaviour.overUdp ?? false)) return refuse(answer, 461, 'Unsupported Transport');
      if (asked !== undefined) {
        const channel = Number(asked) + (behaviour.channelShift ?? 0);
        const send = (packet: Buffer): void =>
          own.write(Buffer.concat([Buffer.of(0x24, channel, packet.length >> 8, packet.length & 255), packet]));
        tracks.set(trackOf(request.url), createTrack(send));
        answer.headers.set('Transport', `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`).set('Session', session);
        return;
      }
      const port = Number(/client_port=(\d+)/.exec(transport)?.[1]);
      const [media, reports] = [createSocket('udp4'), createSocket('udp4')];
      for (const one of [media, reports]) {
        one.on('error', () => undefined);
        one.bind(0, '127.0.0.1');
        onClose.push(() => one.close());
      }
      await Promise.all([once(media, 'listening'), once(reports, 'listening')]);
      reports.on('message', (data) => data.length > 0 && onSign('RTCP'));
      tracks.set(
        trackOf(request.url),
        createTrack((packet) => media.send(packet, port, '127.0.0.1')),
      );
      answer.headers.set('Transport', `${transport};server_port=${media.address().port}-${reports.address().port}`).set('Session', session);
    };

    const respond = async (request: FieldRequest): Promise<void> => {
      const { method, url } = request;
      add(counts.requests, method);
      onSign(method);
      const answer: FieldAnswer = { status: 200, reason: 'OK', headers: new Map([['CSeq', request.headers.get('cseq') ?? '']]), body: '' };
      const challenges = method === 'OPTIONS' ? null : gate?.refuse(request);
      if (challenges) {
        refuse(answer, 401, 'Unauthorized');
        answer.headers.set('WWW-Authenticate', challenges);
      } else if (method === 'OPTIONS') answer.headers.set('Public', publicMethods);
      else if (method === 'DESCRIBE') {
        answer.headers.set('Content-Base', behaviour.base?.(url) ?? `${url.replace(/\/$/, '')}/`).set('Content-Type', 'application/sdp');
        answer.body = describeCamera(behaviour);
      } else if (method === 'SETUP') {
        const isOwn = new RegExp(`^${origin}/${name}/track\\d$`).test(url);
        if (behaviour.isStrict ? !isOwn : !/track[12]$/.test(url)) refuse(answer, 404, 'Not Found');
        else await setUp(request, answer);
      } else if (method === 'PLAY') answer.headers.set('Session', '12345678');
      const changed = behaviour.answer ? behaviour.answer(answer, request) : answer;
      if (method === 'SETUP' && changed?.status !== 200) tracks.delete(trackOf(url));
      if (method === 'SETUP') add(counts.setups, `${url.replace(origin, '')} ${changed?.status}`);
      if (changed) own.write(writeAnswer(changed, behaviour.wire));
      if (method === 'PLAY' && changed?.status === 200) play();
      if (method === 'TEARDOWN') socket.end();
    };
    readRequests(socket, {
      connection,
      onReport: () => onSign('RTCP'),
      onRequest: (request) => void respond(request).catch(() => socket.destroy()),
    });
  };

  return {
    url: `${overTls ?? 'rtsp'}://${host}/${name}`,
    username,
    password,
    stats: () => ({ ...counts, refused: gate?.refused ?? 0 }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(answer: FieldAnswer, status: number, reason = 'Refused'): void {
  Object.assign(answer, { status, reason, body: '' });
}

interface RequestListener {
  readonly connection: number;
  onRequest(request: FieldRequest): void;
  onReport(): void;
}

/** Splits what the server sends into requests and reports. */
function readRequests(socket: Socket, { connection, onRequest, onReport }: RequestListener): void {
  let received = Buffer.alloc(0);
  const readNext = (): boolean => {
    if (received[0] === 0x24) {
      if (received.length < 4 || received.length < 4 + received.readUInt16BE(2)) return false;
      received = received.subarray(4 + received.readUInt16BE(2));
      onReport();
      return true;
    }
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const [startLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
    received = received.subarray(end + 4);
    const [method = '', url = ''] = startLine.split(' ');
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    onRequest({ method, url, headers, connection });
    return true;
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length > 0 && readNext());
  });
}
