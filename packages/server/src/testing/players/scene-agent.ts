import { agentLink, createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { agentSubprotocol, encodeAgentSample, type AgentMessage, type AgentServerMessage } from '@watchpost/contract/protocols/agent';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { callEvery, systemClock, type Clock } from '@watchpost/contract/timing/clock';
import { WebSocket } from 'ws';
import { createScenePlayer, type Scene } from '../scene-samples.ts';
import { createTestDevice } from '../test-device.ts';
import type { TestServer, TestSession } from '../test-server.ts';

/** A camera with an agent that sends a scene in a loop, in real time or by another clock. */
export interface SceneAgent {
  readonly cameraId: string;
  stop(): void;
}

const step = 100;

export async function startSceneAgent(
  server: TestServer,
  { headers }: Pick<TestSession, 'headers'>,
  scene: Scene,
  clock: Clock = systemClock,
): Promise<SceneAgent> {
  const { registrationToken } = registrationTokenAnswer.parse(
    await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
  );
  const registered = await server.call(registerCamera, {
    body: { registrationToken, source: createTestDevice().source(registrationToken) },
  });
  const { camera, agentToken = '' } = registerCameraAnswer.parse(await registered.json());
  const agent = new WebSocket(server.url.replace('http', 'ws') + agentLink.path, agentSubprotocol, {
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
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const player = createScenePlayer(scene, 0, {
    onTracks: ({ video, audio }) => {
      const message: AgentMessage = {
        type: 'tracks',
        stream: 'main',
        video: { ...video, configuration: base64(video.configuration) },
        audio: audio && { ...audio, configuration: base64(audio.configuration) },
      };
      agent.send(JSON.stringify(message));
    },
    onSample: ({ kind, keyFrame, decodeTime, compositionOffset, duration, data }) => {
      const scale = kind === 'video' ? 90_000 : (scene.tracks.audio?.sampleRate ?? 1);
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
    },
    onEnd: () => undefined,
  });
  const startedAt = clock.monotonic();
  let played = 0;
  const stopPlaying = callEvery(clock, step, () => {
    const due = clock.monotonic() - startedAt;
    player.play(due - played);
    played = due;
  });
  return {
    cameraId: camera.id,
    stop: () => {
      stopPlaying();
      agent.terminate();
    },
  };
}
