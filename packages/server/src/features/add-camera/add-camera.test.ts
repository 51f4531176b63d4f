import type { CameraSource } from '@watchpost/contract/schemas/add-camera';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentLink } from '@watchpost/contract/endpoints/add-camera';
import { agentSubprotocol, encodeAgentSample } from '@watchpost/contract/protocols/agent';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { AppError } from '../../kernel/app-error.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createUpgradeRouter } from '../../kernel/upgrade.ts';
import { createAgentLinks, createPushSource, createPushTimelines } from '../../media/ingest/index.ts';
import type { Sample, Tracks } from '../../media/media-types.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createTestDevice } from '../../testing/test-device.ts';
import type { NewCamera } from '../cameras/index.ts';
import { createAgentSocket } from './add-camera-agent-socket.ts';
import { createCameraQuota } from './add-camera-quota.ts';
import { createAddCameraService } from './add-camera-service.ts';

const rtsp = { kind: 'rtsp', url: 'rtsp://cam.example/live' } as const;

describeDatabases('registration', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    await database.db.insertInto('customers').values({ id: 'u1', email: 'a@b.c', locale: 'en', created_at: 1 }).execute();
  });
  afterEach(() => database.close());

  const setUp = (probe: () => Promise<{ tracks: [] }> = async () => ({ tracks: [] })) => {
    const clock = createManualClock();
    const created: NewCamera[] = [];
    const create = async (camera: NewCamera): Promise<Camera> => {
      created.push(camera);
      const id = `cam${created.length}`;
      await database.db
        .insertInto('cameras')
        .values({
          id,
          owner_id: camera.ownerId,
          title: camera.title,
          platform: 'Embedded',
          source_kind: camera.source.kind,
          source_sealed: null,
          serial_number: null,
          model: null,
          time_zone: 'UTC',
          archive_days: 7,
          created_at: 1,
        })
        .execute();
      return {
        id,
        title: camera.title,
        previewUrl: null,
        previewAt: null,
        platform: 'Embedded',
        isFullAccess: true,
        isOwner: true,
        withAudio: true,
        withArchive: true,
        canTalk: false,
        grant: null,
        sharedBy: null,
        watermark: null,
        state: 'connecting',
        stateSince: 0,
        stateReason: null,
        timeZone: 'UTC',
        archiveDays: 7,
        createdAt: 0,
      };
    };
    return {
      clock,
      created,
      service: createAddCameraService({
        db: database.db,
        clock,
        tokens: createTokens(Buffer.alloc(32)),
        quota: createCameraQuota({ clock, cameras: { countOwnedBy: async () => 0 }, maxCameras: 20, isOperator: async () => true }),
        cameras: { create, ownedBy: async () => [] },
        probe,
        readOnvif: () => Promise.reject(new AppError('camera-not-onvif')),
      }),
    };
  };

  test('a token adds one camera to its account; 20 simultaneous uses add one', async () => {
    const { service, created } = setUp();
    const { registrationToken } = await service.createRegistrationToken('u1');
    const device = createTestDevice();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => service.register({ registrationToken, source: device.source(registrationToken) })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(created).toMatchObject([{ ownerId: 'u1', title: device.serialNumber }]);
    await expect(service.register({ registrationToken, source: rtsp })).rejects.toMatchObject({ code: 'registration-token-used' });
  });
  test('a camera uses its own zone if it knows one, else that of the adding user', async () => {
    const { service, created } = setUp();
    const register = async (sourceOf: (registrationToken: string) => CameraSource) => {
      const { registrationToken } = await service.createRegistrationToken('u1');
      await service.register({ registrationToken, timeZone: 'Europe/Berlin', source: sourceOf(registrationToken) });
    };
    await register(() => rtsp);
    await register((token) => createTestDevice().source(token, { timeZone: 'Asia/Tokyo' }));
    await register((token) => createTestDevice().source(token));
    expect(created.map(({ timeZone }) => timeZone)).toEqual(['Europe/Berlin', 'Asia/Tokyo', 'Europe/Berlin']);
  });
  test('a token by serial number works for that camera only: another one is refused and does not use it up', async () => {
    const { service, created } = setUp();
    const device = createTestDevice();
    const { registrationToken } = await service.createSerialRegistrationToken('u1', ` ${device.serialNumber} `);
    await expect(service.register({ registrationToken, source: createTestDevice().source(registrationToken) })).rejects.toMatchObject({
      code: 'registration-token-foreign',
    });
    await expect(service.register({ registrationToken, source: rtsp })).rejects.toMatchObject({ code: 'registration-token-foreign' });
    await service.register({ registrationToken, source: device.source(registrationToken) });
    expect(created).toHaveLength(1);
    await expect(service.register({ registrationToken, source: device.source(registrationToken) })).rejects.toMatchObject({
      code: 'registration-token-used',
    });
  });
  test('knowing a serial number is not enough to claim it: the camera itself has to sign the token', async () => {
    const { service, created } = setUp();
    const [victim, attacker] = [createTestDevice(), createTestDevice()];
    const { registrationToken, registrationId } = await service.createRegistrationToken('u1');
    const { serialNumber } = victim;
    const [own, earlier, byAttacker] = [
      victim.source(registrationToken),
      victim.source('t'.repeat(43)),
      attacker.source(registrationToken),
    ];
    const claims: readonly (readonly [string, typeof own, string])[] = [
      ['nothing but the number', { kind: 'agent', serialNumber }, 'camera-firmware-old'],
      ['another key', { ...byAttacker, serialNumber }, 'serial-number-unproven'],
      [
        'its key and another signature',
        { ...own, proof: { publicKey: own.proof?.publicKey ?? '', signature: byAttacker.proof?.signature ?? '' } },
        'serial-number-unproven',
      ],
      ['what it signed for another token', earlier, 'serial-number-unproven'],
      [
        'no point of the curve',
        { ...own, proof: { publicKey: '_'.repeat(43), signature: own.proof?.signature ?? '' } },
        'serial-number-unproven',
      ],
    ];
    for (const [how, source, code] of claims) {
      await expect(service.register({ registrationToken, source }), how).rejects.toMatchObject({ code });
      expect(await service.registration('u1', registrationId)).toMatchObject({ state: 'waiting', refusal: code });
    }
    expect(created).toEqual([]);
    // None of these attempts used up the token or blocked the camera.
    await service.register({ registrationToken, source: own });
    expect(created).toMatchObject([{ source: { serialNumber } }]);
  });
  test('an invalid or used serial number gets no token; frequent requests have to wait', async () => {
    const { service, clock } = setUp();
    await database.db.insertInto('customers').values({ id: 'u2', email: 'c@d.e', locale: 'en', created_at: 1 }).execute();
    await database.db
      .insertInto('cameras')
      .values({
        id: 'taken',
        owner_id: 'u2',
        title: 'Yard',
        platform: 'Embedded',
        source_kind: 'agent',
        source_sealed: null,
        serial_number: 'WP-TAKEN',
        model: null,
        time_zone: 'UTC',
        archive_days: 7,
        created_at: 1,
      })
      .execute();
    for (const text of ['', 'abc', 'WP 1000', '<script>', 'x'.repeat(65)])
      await expect(service.createSerialRegistrationToken('u1', text)).rejects.toMatchObject({ code: 'serial-number-invalid' });
    await expect(service.createSerialRegistrationToken('u1', 'WP-TAKEN')).rejects.toMatchObject({ code: 'camera-connected' });
    await expect(service.createSerialRegistrationToken('u2', 'WP-TAKEN')).rejects.toMatchObject({ code: 'camera-connected-here' });
    // A mistyped number, and one of a camera without a key.
    await expect(service.createSerialRegistrationToken('u1', createTestDevice().serialNumber.slice(0, -1))).rejects.toMatchObject({
      code: 'serial-number-invalid',
    });
    await expect(service.createSerialRegistrationToken('u1', 'WP-0123456789AB')).rejects.toMatchObject({ code: 'camera-firmware-old' });
    for (let attempt = 8; attempt < 10; attempt += 1) await service.createSerialRegistrationToken('u1', createTestDevice().serialNumber);
    await expect(service.createSerialRegistrationToken('u1', 'WP-9999')).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfter: 3600,
    });
    clock.advance(3_600_000);
    await service.createSerialRegistrationToken('u1', createTestDevice().serialNumber);
  });
  test('after 10 minutes it is as unknown as any other text', async () => {
    const { service, clock } = setUp();
    const { registrationToken, expiresAt } = await service.createRegistrationToken('u1');
    expect(expiresAt - clock.now()).toBe(600_000);
    clock.advance(600_000);
    await expect(service.register({ registrationToken, source: rtsp })).rejects.toMatchObject({ code: 'registration-token-invalid' });
    await expect(service.register({ registrationToken: 'x'.repeat(43), source: rtsp })).rejects.toMatchObject({
      code: 'registration-token-invalid',
    });
  });
  test('an unreachable camera adds nothing and does not use up the token', async () => {
    let isRight = false;
    const { service, created } = setUp(async () => {
      if (!isRight) throw new AppError('camera-wrong-password');
      return { tracks: [] };
    });
    const { registrationToken } = await service.createRegistrationToken('u1');
    await expect(service.register({ registrationToken, source: rtsp })).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(created).toEqual([]);
    isRight = true;
    expect(await service.register({ registrationToken, source: rtsp, title: 'Gate' })).toMatchObject({ camera: { title: 'Gate' } });
  });
  test('the agent receives its own token; neither token is in the database', async () => {
    const { service } = setUp();
    const { registrationToken } = await service.createRegistrationToken('u1');
    const { agentToken = '', camera } = await service.register({ registrationToken, source: createTestDevice().source(registrationToken) });
    expect(await service.findAgent(agentToken)).toEqual({ cameraId: camera.id, isPaused: false });
    expect(await service.findAgent(registrationToken)).toBe(null);
    const rows = JSON.stringify([
      await database.db.selectFrom('agents').selectAll().execute(),
      await database.db.selectFrom('registration_tokens').selectAll().execute(),
    ]);
    expect(rows).not.toContain(agentToken);
    expect(rows).not.toContain(registrationToken);
  });
  test('an account can not scan ports: 120 attempts in 10 minutes', async () => {
    const { service, clock } = setUp();
    for (let attempt = 0; attempt < 120; attempt += 1) await service.probe('u1', rtsp);
    await expect(service.probe('u1', rtsp)).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 600 });
    await service.probe('u2', rtsp);
    clock.advance(600_000);
    await service.probe('u1', rtsp);
  });
});

describe('the agents’ WebSocket', () => {
  const setUp = async () => {
    const clock = createManualClock();
    const http = createServer();
    let isPaused = false;
    const links = createAgentLinks();
    const agents = createAgentSocket({
      links,
      publicOrigin: null,
      clock,
      log: pino({ level: 'silent' }),
      findAgent: async (token) => (token === 'a'.repeat(43) ? { cameraId: 'cam1', isPaused } : null),
      removalProof: async () => null,
    });
    createUpgradeRouter(http).on(agentLink.path, agents.handleUpgrade);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    const connect = (token = 'a'.repeat(43), protocols: string[] = [agentSubprotocol]) =>
      new WebSocket(`ws://127.0.0.1:${port}/public/api/v3/agent`, protocols, { headers: { authorization: `Bearer ${token}` } });
    closers.push(() => (agents.close(), http.close()));
    const pause = () => {
      isPaused = true;
      agents.pause('cam1');
    };
    return { clock, links, agents, connect, pause };
  };
  const closers: (() => unknown)[] = [];
  afterEach(() => closers.splice(0).forEach((close) => close()));
  const statusOf = async (socket: WebSocket): Promise<number> => {
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    socket.on('error', () => undefined).terminate();
    return response.statusCode;
  };
  const tracks = JSON.stringify({
    type: 'tracks',
    stream: 'main',
    video: { kind: 'video', codec: 'avc1.42c01e', width: 640, height: 360, configuration: 'AULAHv/hAAA=' },
    audio: null,
  });
  const frame = (decodeTime: number, keyFrame = true) =>
    encodeAgentSample({
      stream: 'main',
      kind: 'video',
      keyFrame,
      decodeTime,
      compositionOffset: 0,
      duration: 0.1,
      data: Uint8Array.of(1, 2),
    });

  test('requires the agent’s token and the protocol', async () => {
    const { connect } = await setUp();
    expect(await statusOf(connect('b'.repeat(43)))).toBe(401);
    expect(await statusOf(connect(undefined, []))).toBe(400);
  });
  test('a paused camera’s agent is refused temporarily, never with 401 or 4401, which would be final', async () => {
    const { connect, pause } = await setUp();
    const socket = connect();
    await once(socket, 'message');
    const closed = once(socket, 'close');
    pause();
    expect((await closed)[0]).toBe(1013);
    expect(await statusOf(connect())).toBe(503);
    expect(await statusOf(connect('b'.repeat(43)))).toBe(401);
  });
  test('pushed samples get wall clock times, starting at a key frame; a late subscriber receives the tracks too', async () => {
    const { connect, links, clock } = await setUp();
    const socket = connect();
    const [welcome] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(welcome.toString())).toEqual({ type: 'welcome', cameraId: 'cam1', serverTime: clock.now(), pingEvery: 2 });
    socket.send(tracks);
    await new Promise((resolve) => (socket.ping(), socket.once('pong', resolve)));
    const seen: (Tracks | Sample)[] = [];
    const source = createPushSource({ cameraId: 'cam1', links, timelines: createPushTimelines(clock), clock });
    const got = new Promise<void>((resolve) =>
      source.start({
        onTracks: (found) => void seen.push(found),
        onSample: (sample) => (seen.push(sample), seen.length === 3 && resolve()),
        onEnd: () => undefined,
      }),
    );
    socket.send(frame(6.9, false));
    socket.send(frame(7));
    socket.send(frame(7.02, false));
    await got;
    expect(seen).toMatchObject([{ video: { width: 640 } }, { keyFrame: true, decodeTime: clock.now() * 90 }, { keyFrame: false }]);
    socket.terminate();
  });
  test('a newer connection replaces the older one without ending the source', async () => {
    const { connect, links, clock } = await setUp();
    const older = connect();
    await once(older, 'open');
    const ends: string[] = [];
    let samples = 0;
    let got = (): void => undefined;
    createPushSource({ cameraId: 'cam1', links, timelines: createPushTimelines(clock), clock }).start({
      onTracks: () => undefined,
      onSample: () => ((samples += 1), got()),
      onEnd: ({ detail }) => void ends.push(detail),
    });
    const newer = connect();
    const [[code]] = await Promise.all([once(older, 'close'), once(newer, 'open')]);
    expect(code).toBe(4000);
    const arrived = new Promise<void>((resolve) => void (got = resolve));
    newer.send(tracks);
    newer.send(frame(1));
    await arrived;
    expect([samples, ends]).toEqual([1, []]);
    newer.terminate();
  });
  test.each([
    ['no JSON', 'x'],
    ['an unknown message', '{"type":"x"}'],
    ['a sample without a header', Buffer.of(1, 2)],
  ])('%s ends the connection', async (_, message) => {
    const { connect } = await setUp();
    const socket = connect();
    await once(socket, 'message');
    socket.send(message);
    expect((await once(socket, 'close'))[0]).toBe(1008);
  });
  test('an agent that does not answer pings is disconnected', async () => {
    const { connect, clock } = await setUp();
    const socket = connect();
    await once(socket, 'message');
    Object.assign(socket, { pong: () => undefined });
    socket.pause();
    clock.advance(10_000);
    clock.advance(10_000);
    socket.resume();
    expect((await once(socket, 'close'))[0]).toBe(1006);
  });
});
