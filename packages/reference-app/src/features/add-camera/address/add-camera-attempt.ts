import { WatchpostError } from '@watchpost/sdk-core';
import type { Camera, Client, ProbeSourceAnswer, ClockPort } from '@watchpost/sdk-core';
import type { CameraAddress } from './add-camera-address.ts';

/** The current step of an attempt. */
export type AddStep = 'ask' | 'register' | 'picture';
export const addSteps: readonly AddStep[] = ['ask', 'register', 'picture'];

/** Maximum wait for the first picture before the page of the camera opens without one. */
const pictureTimeoutMs = 15_000;
const pictureIntervalMs = 500;

/** A recorder's channels. */
export type Channels = NonNullable<ProbeSourceAnswer['channels']>;

interface Attempt {
  readonly client: {
    readonly addCamera: Pick<Client['addCamera'], 'probe' | 'addRtsp' | 'addOnvif'>;
    readonly cameras: Pick<Client['cameras'], 'get'>;
  };
  readonly clock: Pick<ClockPort, 'monotonic' | 'after'>;
  /** A typed address, or an ONVIF camera from the search. */
  readonly kind: 'address' | 'onvif';
  readonly address: CameraAddress;
  readonly title: string;
  readonly signal: AbortSignal;
  readonly onStep: (step: AddStep) => void;
  /** Reports what is at the address, before registration. */
  readonly onFound: (found: ProbeSourceAnswer) => void;
  /** Asks for one of a recorder's channels; rejects when the user cancels. */
  readonly chooseChannel: (channels: Channels) => Promise<string>;
  /** The camera exists from here on; cancelling does not remove it. */
  readonly onRegistered: (camera: Camera) => void;
}

/**
 * Probes the camera, registers it and waits for its first picture. Resolves with the camera, with or without a picture.
 * @throws {WatchpostError} the exact reason, when nothing was added
 */
export async function addByAddress({
  client,
  clock,
  kind,
  address,
  title,
  signal,
  onStep,
  onFound,
  chooseChannel,
  onRegistered,
}: Attempt): Promise<Camera> {
  const credentials = {
    ...(address.username !== '' && { username: address.username }),
    ...(address.password !== '' && { password: address.password }),
  };
  const named = title === '' ? {} : { title };
  const register = async (): Promise<Camera> => {
    onStep('ask');
    const answer = await client.addCamera.probe({ kind, address: address.url, ...credentials }, { signal });
    onFound(answer);
    const found = kind === 'onvif' ? ({ kind, address: address.url } as const) : answer.found;
    const channel = await channelOf(answer.channels, chooseChannel);
    onStep('register');
    if (found?.kind === 'onvif')
      return client.addCamera.addOnvif({ address: found.address, ...channel, ...credentials, ...named }, { signal });
    return client.addCamera.addRtsp({ url: found?.url ?? address.url, ...credentials, ...named }, { signal });
  };
  const camera = await register();
  onRegistered(camera);
  onStep('picture');
  return firstPicture(camera, { client, clock, signal });
}

/** Empty for a camera. @throws {WatchpostError} camera-connected-here when no channel is left */
async function channelOf(channels: Channels | undefined, choose: Attempt['chooseChannel']): Promise<{ readonly channel?: string }> {
  if (!channels) return {};
  if (channels.every(({ isAdded }) => isAdded)) throw new WatchpostError('camera-connected-here');
  return { channel: await choose(channels) };
}

async function firstPicture(camera: Camera, { client, clock, signal }: Pick<Attempt, 'client' | 'clock' | 'signal'>): Promise<Camera> {
  const end = clock.monotonic() + pictureTimeoutMs;
  let latest = camera;
  while (latest.previewAt === null && clock.monotonic() < end && !signal.aborted) {
    await new Promise<void>((resolve) => clock.after(pictureIntervalMs, resolve));
    // A failed poll says nothing about the camera; the next one follows.
    latest = await client.cameras.get(camera.id, { signal }).catch(() => latest);
  }
  return latest;
}
