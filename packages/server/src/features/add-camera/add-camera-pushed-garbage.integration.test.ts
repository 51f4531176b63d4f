import { agentLink, createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getFootage } from '@watchpost/contract/endpoints/archive';
import { getCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { agentSubprotocol, encodeAgentSample } from '@watchpost/contract/protocols/agent';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { footageSchema } from '@watchpost/contract/schemas/archive';
import { cameraSchema } from '@watchpost/contract/schemas/cameras';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { encodeScene, type Scene } from '../../testing/scene-samples.ts';
import { createTestDevice } from '../../testing/test-device.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const scene = encodeScene({ seconds: 4, audio: false });

/**
 * Pushes a scene.
 * @param spoil changes each frame's bytes
 */
function push(agent: WebSocket, { tracks: { video }, samples }: Scene, spoil: (data: Uint8Array) => Uint8Array): void {
  agent.send(
    JSON.stringify({
      type: 'tracks',
      stream: 'main',
      video: { ...video, configuration: Buffer.from(video.configuration).toString('base64') },
      audio: null,
    }),
  );
  for (const { kind, keyFrame, decodeTime, duration, data } of samples)
    agent.send(
      encodeAgentSample({
        stream: 'main',
        kind,
        keyFrame,
        decodeTime: decodeTime / 90_000,
        compositionOffset: 0,
        duration: duration / 90_000,
        data: spoil(data),
      }),
    );
}

test.skipIf(!scene)(
  'garbage that a camera pushes is not recorded, and its owner sees the reason; valid video after it is recorded',
  { timeout: atMost(40_000) },
  async () => {
    if (!scene) return;
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { headers } = await server.signIn('owner@example.com');
    const { registrationToken } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
    );
    const registered = await server.call(registerCamera, {
      body: { registrationToken, source: createTestDevice().source(registrationToken) },
    });
    const { camera, agentToken = '' } = registerCameraAnswer.parse(await registered.json());
    const connect = async (): Promise<WebSocket> => {
      const agent = new WebSocket(server.url.replace('http', 'ws') + agentLink.path, agentSubprotocol, {
        headers: { authorization: `Bearer ${agentToken}` },
      });
      onTestFinished(() => agent.terminate());
      await new Promise((resolve) => agent.once('message', resolve));
      return agent;
    };
    const path = (endpoint: { readonly path: string }): string => fillPath(endpoint.path, { id: camera.id });
    const state = async () => {
      const { state: now, stateReason } = cameraSchema.parse(
        await (await server.call({ method: 'GET', path: path(getCamera) }, { headers })).json(),
      );
      return [now, stateReason];
    };
    const recorded = async () =>
      footageSchema.parse(
        await (
          await server.call(
            { method: 'GET', path: `${path(getFootage)}?from=${Date.now() - 600_000}&to=${Date.now() + 60_000}` },
            { headers },
          )
        ).json(),
      ).recordings.length;

    const bad = await connect();
    const answers: string[] = [];
    bad.on('message', (data: Buffer) => answers.push(data.toString()));
    // Complete units without a picture in them.
    push(bad, scene, (data) => data.map((byte, at) => (at < 5 ? byte : (at * 37) & 0x7f)));
    await expect.poll(state, { timeout: atMost(15_000) }).toEqual(['offline', 'camera-video-broken']);
    expect(await recorded()).toBe(0);
    await expect.poll(() => answers).toContain(JSON.stringify({ type: 'unreadable', stream: 'main' }));
    expect(server.logLines.filter((line) => line.includes('not recorded'))).toHaveLength(1);
    bad.terminate();

    const good = await connect();
    push(good, scene, (data) => data);
    await expect.poll(state, { timeout: atMost(15_000) }).toEqual(['online', null]);
    await expect.poll(recorded, { timeout: atMost(15_000) }).toBeGreaterThan(0);
  },
);
