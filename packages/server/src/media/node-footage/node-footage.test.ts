import { createManualClock } from '@watchpost/contract/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import type { FootageSource } from '../playback/footage-source.ts';
import { hourMs } from '../recording/footage-paths.ts';
import { createNodeFootage } from './node-footage.ts';
import { nodeFootagePath, registerNodeFootage } from './node-footage-routes.ts';

const hour = Math.floor(Date.UTC(2026, 0, 15, 12) / hourMs) * hourMs;
const tokens = createTokens(new Uint8Array(32).fill(4));
const clock = createManualClock();
const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** A disk with one segment and one init section. */
function diskWith(startMs: number, hash: string, text: string): FootageSource {
  const bytes = Buffer.from(text);
  const gone = (): Promise<never> => Promise.reject(new AppError('not-found'));
  return {
    hours: async () => [Math.floor(startMs / hourMs) * hourMs],
    segments: async (_, at) => new Set(Math.floor(at / hourMs) === Math.floor(startMs / hourMs) ? [startMs] : []),
    inits: async () => new Set([hash]),
    open: async (_, at) =>
      at === startMs
        ? { size: bytes.byteLength, read: async (from, length) => bytes.subarray(from, from + length), close: async () => undefined }
        : gone(),
    readInit: async (_, asked) => (asked === hash ? bytes : gone()),
  };
}

async function startNode(disk: FootageSource): Promise<string> {
  const app = Fastify();
  apps.push(app);
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof AppError ? error.status : 500).send());
  registerNodeFootage(app, { disk, tokens, clock });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

describeDatabases('recordings of a camera that moved', (engine) => {
  test('are read from the node that has them; without it they are away, and come back with it', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const there = hour - hourMs + 5000;
      const segment = (start_ms: number, node_id: string) => ({
        camera_id: 'cam_a',
        start_ms,
        duration_ms: 4000,
        size: 5,
        init_hash: 'aaaaaaaa',
        node_id,
      });
      await db
        .insertInto('segments')
        .values([segment(hour, 'own'), segment(there, 'other')])
        .execute();
      let address: string | null = await startNode(diskWith(there, 'bbbbbbbb', 'there'));
      const addressOfNode = async (): Promise<string | null> => address;
      const source = createNodeFootage({ db, clock, tokens, nodeId: 'own', own: diskWith(hour, 'aaaaaaaa', 'here'), addressOfNode });
      const read = async (start: number): Promise<string> => {
        const file = await source.open('cam_a', start);
        return Buffer.from(await file.read(0, file.size)).toString();
      };
      expect([await source.hours('cam_a'), await source.away('cam_a')]).toEqual([[hour - hourMs, hour], []]);
      expect([...(await source.segments('cam_a', there))]).toEqual([there]);
      expect([...(await source.inits('cam_a'))]).toEqual(['aaaaaaaa', 'bbbbbbbb']);
      expect([await read(hour), await read(there)]).toEqual(['here', 'there']);
      expect(Buffer.from(await source.readInit('cam_a', 'bbbbbbbb')).toString()).toBe('there');
      await expect(source.readInit('cam_a', 'cccccccc')).rejects.toMatchObject({ code: 'not-found' });

      // Its heartbeat ends, or its machine does not answer: the same to a viewer.
      const reached = address;
      address = null;
      expect([await source.hours('cam_a'), await source.away('cam_a')]).toEqual([[hour], ['other']]);
      await expect(read(there)).rejects.toMatchObject({ code: 'not-found' });
      address = 'http://127.0.0.1:1';
      expect([await source.hours('cam_a'), await source.away('cam_a')]).toEqual([[hour], ['other']]);
      address = reached;
      clock.advance(5000);
      expect([await source.hours('cam_a'), await source.away('cam_a')]).toEqual([[hour - hourMs, hour], []]);
    } finally {
      await close();
    }
  });
});

test('nobody reads them without a token of the cluster for that camera', async () => {
  const url = await startNode(diskWith(hour, 'aaaaaaaa', 'here'));
  const ask = async (path: string, signed: string): Promise<number> =>
    (await fetch(`${url}${nodeFootagePath}/${path}`, { headers: { authorization: `Bearer ${tokens.sign('relay', signed)}` } })).status;
  const now = clock.now();
  expect(await ask('cam_a/hours', `cam_a footage ${now}`)).toBe(200);
  expect(await ask('cam_a/hours', `cam_b footage ${now}`)).toBe(401);
  expect(await ask('cam_a/hours', `cam_a high ${now}`)).toBe(401);
  expect(await ask('cam_a/hours', `cam_a footage ${now - 3_600_000}`)).toBe(401);
  expect(await ask('cam_a/segment?at=7', `cam_a footage ${now}`)).toBe(404);
  expect(await ask('cam_a/init?hash=..%2F..%2Fkeys', `cam_a footage ${now}`)).toBe(404);
  expect(await ask('..%2Fkeys/hours', `cam_a footage ${now}`)).toBe(404);
});
