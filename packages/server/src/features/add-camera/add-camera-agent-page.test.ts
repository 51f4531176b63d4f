import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentSubprotocol } from '@watchpost/contract/protocols/agent';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createUpgradeRouter } from '../../kernel/upgrade.ts';
import { createAgentLinks } from '../../media/ingest/index.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { registerAgentSocket } from './add-camera-agent-socket.ts';

const token = 'a'.repeat(43);
const paused = 'p'.repeat(43);
const closers: (() => unknown)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

async function setUp({ publicOrigin = null }: { publicOrigin?: string | null } = {}) {
  const clock = createManualClock();
  const http = createServer();
  const links = createAgentLinks();
  const findAgent = async (given: string) => (given === token || given === paused ? { cameraId: 'cam1', isPaused: given === paused } : null);
  const agents = registerAgentSocket({ upgrades: createUpgradeRouter(http), links, publicOrigin, clock, log: pino({ level: 'silent' }), findAgent });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const own = `http://127.0.0.1:${port}`;
  closers.push(() => (agents.close(), http.close()));
  /** As a page connects: an Origin, and no header of its own. */
  const connect = (origin: string = own): WebSocket => new WebSocket(`ws://127.0.0.1:${port}/public/api/v3/agent`, [agentSubprotocol], { origin });
  return { clock, links, agents, connect };
}
const authorize = (given: string): string => JSON.stringify({ type: 'authorize', token: given });
const closeCode = async (socket: WebSocket): Promise<unknown> => (await once(socket, 'close'))[0];

describe('an agent in a page', () => {
  test('says its token first, and is an agent like any other then', async () => {
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

  test('of another page is not let in, of the operator’s own address it is', async () => {
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

  test('who says nothing for 5 s is let go, not for good', async () => {
    const { connect, clock } = await setUp();
    const socket = connect();
    await once(socket, 'open');
    const closed = closeCode(socket);
    clock.advance(5000);
    expect(await closed).toBe(1008);
  });

  test('a crowd of the silent can not fill the house, and is forgotten when it goes', async () => {
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
