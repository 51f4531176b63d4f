import type { Camera, Client } from '@watchpost/sdk-core';
import type { Clock } from '../../../shared/browser/clock.ts';
import type { CameraAddress } from './add-camera-address.ts';

/** What is being waited for. */
export type AddStep = 'ask' | 'register' | 'picture';
export const addSteps: readonly AddStep[] = ['ask', 'register', 'picture'];

/** How long the first picture is waited for before the camera's page is opened anyway, milliseconds. */
const pictureTimeout = 15_000;
const pictureInterval = 500;

interface Attempt {
  readonly client: { readonly addCamera: Pick<Client['addCamera'], 'probe' | 'addRtsp' | 'addOnvif'>; readonly cameras: Pick<Client['cameras'], 'get'> };
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** What is at the address: a stream, or an ONVIF camera that says where its streams are. */
  readonly kind: 'rtsp' | 'onvif';
  readonly address: CameraAddress;
  readonly title: string;
  readonly signal: AbortSignal;
  readonly onStep: (step: AddStep) => void;
  /** The camera is there from here on; giving up does not undo it. */
  readonly onRegistered: (camera: Camera) => void;
}

/**
 * Asks the camera, registers it and waits for its first picture. Ends with the camera, with or without a picture.
 * @throws {WatchpostError} the exact reason, when nothing was added
 */
export async function addByAddress({ client, clock, kind, address, title, signal, onStep, onRegistered }: Attempt): Promise<Camera> {
  const credentials = { ...(address.username !== '' && { username: address.username }), ...(address.password !== '' && { password: address.password }) };
  const named = title === '' ? {} : { title };
  const register = async (): Promise<Camera> => {
    onStep('ask');
    if (kind === 'onvif') {
      // Registering asks the camera all there is to ask; asking twice would try a wrong password twice, and cameras lock accounts.
      const camera = await client.addCamera.addOnvif({ address: address.url, ...credentials, ...named }, { signal });
      onStep('register');
      return camera;
    }
    await client.addCamera.probe({ kind, url: address.url, ...credentials }, { signal });
    onStep('register');
    return client.addCamera.addRtsp({ url: address.url, ...credentials, ...named }, { signal });
  };
  const camera = await register();
  onRegistered(camera);
  onStep('picture');
  return firstPicture(camera, { client, clock, signal });
}

async function firstPicture(camera: Camera, { client, clock, signal }: Pick<Attempt, 'client' | 'clock' | 'signal'>): Promise<Camera> {
  const end = clock.now() + pictureTimeout;
  let latest = camera;
  while (latest.previewAt === null && clock.now() < end && !signal.aborted) {
    await new Promise<void>((resolve) => clock.after(pictureInterval, resolve));
    // A poll that fails is no news about the camera; the next one tells.
    latest = await client.cameras.get(camera.id, { signal }).catch(() => latest);
  }
  return latest;
}
