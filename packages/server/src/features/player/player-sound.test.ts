import { agentLink, createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { agentSubprotocol, encodeAgentSample, type AgentMessage, type AgentServerMessage } from '@watchpost/contract/protocols/agent';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { createdEmbedTokenSchema } from '@watchpost/contract/schemas/embeds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { encodeScene, type Scene } from '../../testing/scene-samples.ts';
import { createTestDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const scene = encodeScene({ seconds: 6 });
const origin = 'https://shop.example';

/** The demo's cameras are silent; this one has sound. */
describe.skipIf(!scene)('a camera with sound', () => {
  let server: TestServer;
  let owner: TestSession;
  let cameraId: string;
  let agent: WebSocket;

  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signIn('owner@example.com');
    const { registrationToken } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers: owner.headers, body: {} })).json(),
    );
    const registered = await server.call(registerCamera, {
      body: { registrationToken, source: createTestDevice().source(registrationToken) },
    });
    const { camera, agentToken = '' } = registerCameraAnswer.parse(await registered.json());
    cameraId = camera.id;
    agent = new WebSocket(server.url.replace('http', 'ws') + agentLink.path, agentSubprotocol, {
      headers: { authorization: `Bearer ${agentToken}` },
    });
    // It starts when its stream is requested.
    await new Promise<void>((resolve, reject) => {
      agent.once('error', reject);
      agent.on('message', (data: Buffer) => {
        const message: AgentServerMessage = JSON.parse(data.toString());
        if (message.type === 'wanted' && message.streams.includes('main')) resolve();
      });
    });
    if (scene) push(agent, scene);
  });
  afterAll(async () => {
    agent.terminate();
    await server.close();
  });

  const embedToken = async (withAudio: boolean): Promise<string> => {
    const body = { cameraIds: [cameraId], origins: [origin], withAudio };
    return createdEmbedTokenSchema.parse(await (await server.call(createEmbedToken, { headers: owner.headers, body })).json()).token;
  };

  test.each([true, false])(
    'an embed token with sound %s: the live socket sends sound accordingly, even when requested',
    async (withAudio) => {
      const viewer = await openLiveViewer(server.url, origin);
      viewer.send({ type: 'authorize', token: await embedToken(withAudio) });
      viewer.send({ type: 'subscribe', channel: 1, cameraId, audio: true });
      expect(await viewer.next('tracks')).toMatchObject({ hasAudio: withAudio });
      await expect.poll(() => viewer.media.length).toBeGreaterThan(0);
      expect(Buffer.from(viewer.media[0]?.payload ?? []).includes('mp4a')).toBe(withAudio);
      viewer.close();
      await viewer.closed;
    },
  );
});

function push(agent: WebSocket, { tracks, samples }: Scene): void {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const { video, audio } = tracks;
  const message: AgentMessage = {
    type: 'tracks',
    stream: 'main',
    video: { ...video, configuration: base64(video.configuration) },
    audio: audio && { ...audio, configuration: base64(audio.configuration) },
  };
  agent.send(JSON.stringify(message));
  for (const { kind, keyFrame, decodeTime, compositionOffset, duration, data } of samples) {
    const scale = kind === 'video' ? 90_000 : (audio?.sampleRate ?? 1);
    agent.send(
      encodeAgentSample({
        stream: 'main',
        kind,
        keyFrame,
        decodeTime: decodeTime / scale,
        compositionOffset: compositionOffset / scale,
        duration: duration / scale,
        data,
      }),
    );
  }
}
