import { createStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { cameraEventsTopic, type CameraEventMessage } from '@watchpost/contract/protocols/mqtt';
import { streamLinkSchema } from '@watchpost/contract/schemas/stream-links';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { followOnvifEvents } from '@watchpost/onvif';
import { expect, onTestFinished, test } from 'vitest';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';
import { createOutsideBroker } from '../adapters/broker/outside.ts';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { createLog } from '../kernel/log.ts';
import { createNetworkPolicy } from '../kernel/network/network-policy.ts';
import { insertCamera, insertCustomer } from '../testing/people.ts';
import { startBrokerProcess } from '../testing/processes/broker-process.ts';
import { startTestServer } from '../testing/test-server.ts';

test(
  'a recorder learns by ONVIF of motion in front of a camera that another server of the broker holds',
  async () => {
    const brokerProcess = await startBrokerProcess();
    const server = await startTestServer({ mqttUrl: brokerProcess.url, rtspPort: 0, onvifPort: 0 });
    const db = openDatabase(locateDatabase(server.config));
    const log = createLog({ level: 'silent', format: 'json', write: () => undefined });
    const other = createOutsideBroker({
      url: brokerProcess.url,
      isRetained: () => false,
      rules: { admit: async () => null },
      clock,
      log,
    });
    onTestFinished(async () => {
      await other.close();
      await db.destroy();
      await server.close();
      await brokerProcess.stop();
    });
    const owner = await insertCustomer(db, 'owner@example.com');
    const cameraId = await insertCamera(db, owner);
    const answer = await server.call(createStreamLink, {
      headers: { authorization: `Bearer ${await server.openSession(owner)}` },
      body: { name: 'Recorder', cameraId, withOnvif: true, withEvents: true },
    });
    const { urls } = streamLinkSchema.parse(await answer.json());
    const { username, password } = new URL(urls.rtsp ?? '');
    const learnt: string[] = [];
    let isFollowed = false;
    const followed = followOnvifEvents({
      access: { address: urls.onvif?.replace('localhost', '127.0.0.1') ?? '', username, password },
      clock,
      network: createNetworkPolicy({ allowPrivate: true, allowLoopback: true }),
      log: { debug: () => undefined },
      random: () => 0.5,
      onState: (state) => void (isFollowed = state.isFollowed),
      onChange: ({ kind, isActive }) => {
        const what = `${kind} ${isActive ? 'begins' : 'ends'}`;
        // It is sent by two topics.
        if (learnt.at(-1) !== what) learnt.push(what);
      },
    });
    onTestFinished(() => followed.close());
    // What lasts when a recorder comes is its first state, not a change.
    await expect.poll(() => isFollowed, { timeout: atMost(30_000) }).toBe(true);

    const startAt = Date.now();
    const announce = (kind: CameraEventMessage['kind']): void => {
      const area = { x: 0, y: 0, width: 1, height: 1 };
      const rest = { type: 'human', startAt, area, pictureUrl: null, score: null, label: null } as const;
      const message: CameraEventMessage = { kind, event: { id: 'evt_1', cameraId, endAt: kind === 'ended' ? Date.now() : null, ...rest } };
      other.publish({ topic: cameraEventsTopic(cameraId), payload: JSON.stringify(message), isRetained: false });
    };
    // Repeated, because nothing says when the other server is connected.
    const seeAfter = (kind: 'began' | 'ended', expected: string): Promise<void> =>
      expect
        .poll(
          () => {
            announce(kind);
            return learnt.at(-1);
          },
          { timeout: atMost(30_000), interval: 200 },
        )
        .toBe(expected);
    await seeAfter('began', 'motion begins');
    await seeAfter('ended', 'motion ends');
    // What is no message changes nothing.
    for (const payload of ['{', '{}', 'null', '']) other.publish({ topic: cameraEventsTopic(cameraId), payload, isRetained: false });
    await seeAfter('began', 'motion begins');
    expect(learnt).toEqual(['motion begins', 'motion ends', 'motion begins']);
  },
  atMost(60_000),
);
