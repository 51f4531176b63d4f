import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import { agentSubprotocol } from '@watchpost/contract/protocols/agent';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createUpgradeRouter } from '../../kernel/upgrade.ts';
import { createAgentLinks } from '../../media/ingest/index.ts';
import { createAgentSocket } from './add-camera-agent-socket.ts';

const token = 'a'.repeat(43);
const paused = 'p'.repeat(43);
const closers: (() => unknown)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

async function setUp({ publicOrigin = null }: { publicOrigin?: string | null } = {}) {
  const clock = createManualClock();
  const http = createServer();
  const links = createAgentLinks();
  const findAgent = async (given: string) =>
    given === token || given === paused ? { cameraId: 'cam1', isPaused: given === paused } : null;
  const logLines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logLines.push(line) });
  const agents = createAgentSocket({
    links,
    publicOrigin,
    clock,
    log,
    findAgent,
    removalProof: async () => null,
  });
  createUpgradeRouter(http).on(agentLink.path, agents.handleUpgrade);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const own = `http://127.0.0.1:${port}`;
  closers.push(() => (agents.close(), http.close()));
  /** Connects as a page does: with an Origin, and without headers of its own. */
  const connect = (origin: string = own): WebSocket =>
    new WebSocket(`ws://127.0.0.1:${port}/public/api/v3/agent`, [agentSubprotocol], { origin });
  return { clock, links, agents, connect, logLines };
}
const authorize = (given: string): string => JSON.stringify({ type: 'authorize', token: given });
const closeCode = async (socket: WebSocket): Promise<unknown> => (await once(socket, 'close'))[0];

describe('an agent in a page', () => {
  test('sends its token first, and is then an agent like any other', async () => {
    const { connect, links, agents } = await setUp();
    const socket = connect();
    await once(socket, 'open');
    expect(links.get('cam1')).toBe(null);
    socket.send(authorize(token));
    const [welcome] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(welcome.toString())).toMatchObject({ type: 'welcome', cameraId: 'cam1' });
    expect(links.get('cam1')).not.toBe(null);
    const closed = closeCode(socket);
    agents.disconnect('cam1');
    expect(await closed).toBe(4401);
  });

  test.each([
    ['texts', 100, (socket: WebSocket) => socket.send(JSON.stringify({ type: 'capabilities', speaker: false, low: false }))],
    ['samples', 20_000, (socket: WebSocket) => socket.send(Buffer.alloc(32))],
  ])('that floods with %s is disconnected, and the log explains why once; a lower rate is accepted', async (_, most, send) => {
    const { clock, connect, links, logLines } = await setUp();
    const socket = connect();
    await once(socket, 'open');
    socket.send(authorize(token));
    await once(socket, 'message');
    for (let count = 0; count < most - 1; count += 1) send(socket);
    const heard = new Promise<void>((resolve) => socket.on('pong', (data) => data.toString() === 'heard' && resolve()));
    socket.ping('heard');
    await heard;
    expect(links.get('cam1')).not.toBe(null);
    clock.advance(1000);
    for (let count = 0; count < most * 2; count += 1) send(socket);
    expect(await closeCode(socket)).toBe(1008);
    expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
      { cameraId: 'cam1', msg: expect.stringContaining('a second: its connection is closed') },
    ]);
  });

  test('of a foreign origin is refused, of the operator’s own address it is accepted', async () => {
    const { connect } = await setUp({ publicOrigin: 'https://cameras.example' });
    const foreign = connect('https://evil.example').on('error', () => undefined);
    const [, response] = (await once(foreign, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(403);
    foreign.terminate();
    const own = connect('https://cameras.example');
    await once(own, 'open');
    own.terminate();
  });

  test.each([
    ['an unknown token, for good', authorize('b'.repeat(43)), 4401],
    ['a paused camera, for now', authorize(paused), 1013],
    ['anything else than a token', JSON.stringify({ type: 'capabilities', speaker: false, low: false }), 1008],
    ['no JSON', 'x', 1008],
    ['a sample', Buffer.alloc(32), 1008],
    ['a flood', authorize('a'.repeat(4000)), 1008],
  ])('%s: the connection ends', async (_, message, code) => {
    const { connect, links } = await setUp();
    const socket = connect();
    await once(socket, 'open');
    socket.send(message);
    expect(await closeCode(socket)).toBe(code);
    expect(links.get('cam1')).toBe(null);
  });

  test('that sends nothing for 5 s is disconnected, but may reconnect', async () => {
    const { connect, clock } = await setUp();
    const socket = connect();
    await once(socket, 'open');
    const closed = closeCode(socket);
    clock.advance(5000);
    expect(await closed).toBe(1008);
  });

  test('silent connections can not exhaust the server, and are forgotten when they close', async () => {
    const { connect } = await setUp();
    const crowd = Array.from({ length: 100 }, () => connect());
    await Promise.all(crowd.map((socket) => once(socket, 'open')));
    const late = connect().on('error', () => undefined);
    const [, response] = (await once(late, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(503);
    late.terminate();
    for (const socket of crowd) socket.send(authorize('b'.repeat(43)));
    await Promise.all(crowd.map((socket) => closeCode(socket)));
    const next = connect();
    await once(next, 'open');
    next.terminate();
  });
});
