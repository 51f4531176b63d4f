/**
 * Runs many viewers in one process: each opens its own live socket and receives data without decoding it.
 * Usage: node viewers.ts SERVER CAMERA_ID COUNT, with the access token in TOKEN; prints `ready` when every viewer has received a picture,
 * and on SIGTERM, before it ends, one line of JSON: the frames that each viewer received.
 */
import { liveSocket } from '@watchpost/contract/endpoints/player';
import { liveHeaderBytes, liveSubprotocol, type LiveClientMessage, type LiveServerMessage } from '@watchpost/contract/protocols/live';
import { WebSocket } from 'ws';

const [server = '', cameraId = '', count = '1'] = process.argv.slice(2);
const token = process.env['TOKEN'] ?? '';
const frames: number[] = Array.from({ length: Number(count) }, () => 0);
let waiting = frames.length;

frames.forEach((_, index) => {
  const socket = new WebSocket(server.replace(/^http/, 'ws') + liveSocket.path, [liveSubprotocol], { perMessageDeflate: false });
  const send = (message: LiveClientMessage): void => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'authorize', token }));
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      if (!Buffer.isBuffer(data) || data[0] !== 2 || data.length <= liveHeaderBytes) return;
      if (frames[index] === 0 && --waiting === 0) process.stdout.write('ready\n');
      frames[index] = (frames[index] ?? 0) + 1;
      return;
    }
    // The server speaks the contract's protocol.
    const message = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '') as LiveServerMessage;
    if (message.type === 'authorized') send({ type: 'subscribe', channel: 1, cameraId });
    if (message.type === 'error') process.stderr.write(`viewer ${index}: ${message.error.code}\n`);
  });
  socket.on('error', (error) => process.stderr.write(`viewer ${index}: ${error.message}\n`));
  socket.on('close', (code) => process.stderr.write(`viewer ${index}: closed with ${code}\n`));
});

process.on('SIGTERM', () => {
  process.stdout.write(`frames ${JSON.stringify(frames)}\n`, () => process.exit(0));
});
