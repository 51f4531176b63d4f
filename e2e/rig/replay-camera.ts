/**
 * A crowd of RTSP cameras in one process: replays one H.264 clip on every path, in real time, over interleaved TCP.
 * Its work is packet copying only, so that a bench measures the server and not its cameras.
 * Usage: node replay-camera.ts CLIP.h264 FRAMES_PER_SECOND PORT; prints `ready PORT`. The clip is Annex B with access unit delimiters.
 * `?rate=1.05` in the path: its timestamps run 5 % fast, its pictures do not. `?frame=5`: each viewer begins with that frame of the clip.
 * SIGUSR2 closes all connections, as a camera does that restarts.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { findUnit, nalTypes, splitNalUnits, toAccessUnits } from './annex-b.ts';

const [clip = '', framesPerSecond = '25', port = '0'] = process.argv.slice(2);
const payloadBytes = 1400;
const ticksPerFrame = 90_000 / Number(framesPerSecond);

interface Frame {
  /** RTP packets one after another, each behind its 4-byte interleaving header; sequence and timestamp are patched when sent. */
  readonly packets: Buffer;
  readonly offsets: readonly number[];
}

function packetise(unit: Buffer): Buffer[] {
  if (unit.length <= payloadBytes) return [unit];
  const header = unit[0] ?? 0;
  const parts: Buffer[] = [];
  for (let at = 1; at < unit.length; at += payloadBytes - 2) {
    const end = Math.min(unit.length, at + payloadBytes - 2);
    const fragment = (at === 1 ? 0x80 : 0) | (end === unit.length ? 0x40 : 0) | (header & 0x1f);
    parts.push(Buffer.concat([Buffer.from([(header & 0xe0) | 28, fragment]), unit.subarray(at, end)]));
  }
  return parts;
}

function toFrame(units: readonly Buffer[]): Frame {
  const payloads = units.flatMap(packetise);
  const offsets: number[] = [];
  const chunks: Buffer[] = [];
  let length = 0;
  payloads.forEach((payload, index) => {
    const header = Buffer.alloc(16);
    header.writeUInt8(0x24, 0);
    header.writeUInt16BE(12 + payload.length, 2);
    header.writeUInt8(0x80, 4);
    header.writeUInt8(96 | (index === payloads.length - 1 ? 0x80 : 0), 5);
    header.writeUInt32BE(0x57505254, 12);
    offsets.push(length);
    chunks.push(header, payload);
    length += 16 + payload.length;
  });
  return { packets: Buffer.concat(chunks), offsets };
}

const units = splitNalUnits(readFileSync(clip));
const frames = toAccessUnits(units).map(toFrame);
const [sps, pps] = [findUnit(units, nalTypes.sequenceParameters), findUnit(units, nalTypes.pictureParameters)];
const sdp = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=replay',
  't=0 0',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  `a=fmtp:96 packetization-mode=1;profile-level-id=${sps.subarray(1, 4).toString('hex')};sprop-parameter-sets=${sps.toString('base64')},${pps.toString('base64')}`,
  'a=control:track0',
  '',
].join('\r\n');

interface Player {
  readonly socket: Socket;
  frame: number;
  sequence: number;
  /** RTP timestamp of the last frame; has a fraction where the rate makes one. */
  timestamp: number;
  /** Seconds of its clock per real second. */
  rate: number;
}

const players = new Set<Player>();

function serve(socket: Socket): void {
  let pending = '';
  const player: Player = { socket, frame: 0, sequence: 0, timestamp: Math.floor(Math.random() * 2 ** 31), rate: 1 };
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => players.delete(player));
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
      const request = pending.slice(0, end);
      pending = pending.slice(end + 4);
      const sequence = /CSeq: *(\d+)/i.exec(request)?.[1] ?? '0';
      const method = request.slice(request.search(/[A-Z]/), request.indexOf(' '));
      const answer = (headers: string, body = ''): void => {
        socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${sequence}\r\n${headers}\r\n${body}`);
      };
      if (method.endsWith('DESCRIBE')) answer(`Content-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n`, sdp);
      else if (method.endsWith('SETUP')) answer('Session: 1;timeout=60\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n');
      else if (method.endsWith('PLAY')) {
        answer('Session: 1\r\n');
        player.rate = Number(/[?&]rate=([\d.]+)/.exec(request)?.[1] ?? 1);
        // Spread key frames: cameras in the field are not in step either.
        player.frame = Number(/[?&]frame=(\d+)/.exec(request)?.[1] ?? Math.floor(Math.random() * frames.length));
        players.add(player);
      } else answer('Public: DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN\r\n');
    }
  });
}

function send(player: Player): void {
  const frame = frames[player.frame % frames.length];
  player.frame++;
  player.timestamp = (player.timestamp + ticksPerFrame * player.rate) % 2 ** 32;
  if (!frame || player.socket.writableLength > 4_000_000) return;
  const packets = Buffer.from(frame.packets);
  for (const offset of frame.offsets) {
    packets.writeUInt16BE(player.sequence, offset + 6);
    packets.writeUInt32BE(Math.floor(player.timestamp), offset + 8);
    player.sequence = (player.sequence + 1) & 0xffff;
  }
  player.socket.write(packets);
}

const started = performance.now();
let ticks = 0;
setInterval(() => {
  const due = Math.floor(((performance.now() - started) / 1000) * Number(framesPerSecond));
  for (; ticks < due; ticks++) for (const player of players) send(player);
}, 10);

const server = createServer(serve);
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`ready ${typeof address === 'object' && address ? address.port : port}\n`);
});
process.on('SIGUSR2', () => {
  for (const { socket } of players) socket.destroy();
});
process.stdin.on('end', () => process.exit(0)).resume();
