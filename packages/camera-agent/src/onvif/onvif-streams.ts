import { errorMessages } from '@watchpost/contract/kernel';
import { OnvifError, readOnvifCamera, type OnvifAccess, type OnvifClock, type OnvifNetwork } from '@watchpost/onvif';
import { SourceError } from '../sources/frame-source.ts';

/** Where a camera's pictures are now: RTSP addresses with user and password in them. */
export interface OnvifStreams {
  readonly main: string;
  /** Undefined when the camera has no small picture. */
  readonly low: string | undefined;
}

export interface OnvifStreamsOptions {
  readonly access: OnvifAccess;
  readonly clock: OnvifClock;
  readonly network: OnvifNetwork;
}

/** Both pictures are opened one after the other: the camera is asked once for them, ms. */
const freshFor = 5000;

/** Asks a camera where its pictures are. @param isLost they are not where it said last. @throws {SourceError} in words for the person who started the agent */
export type FindOnvifStreams = (isLost: boolean) => Promise<OnvifStreams>;

export function createOnvifStreams({ access, clock, network }: OnvifStreamsOptions): FindOnvifStreams {
  let last: { readonly at: number; readonly streams: Promise<OnvifStreams> } | null = null;

  const read = async (): Promise<OnvifStreams> => {
    // Its picture is passed on as it is, and nothing else can be.
    const { url, lowUrl } = await readOnvifCamera({ ...access, clock, network, encodings: ['H264'] }).catch(throwAsSourceError);
    return { main: withUser(url, access), low: lowUrl === null ? undefined : withUser(lowUrl, access) };
  };
  return (isLost) => {
    if (last && !isLost && clock.monotonic() - last.at < freshFor) return last.streams;
    const asked = { at: clock.monotonic(), streams: read() };
    last = asked;
    asked.streams.catch(() => {
      if (last === asked) last = null;
    });
    return asked.streams;
  };
}

/** @throws {SourceError} in words for the person who started the agent */
export function throwAsSourceError(error: unknown): never {
  if (!(error instanceof OnvifError)) throw error;
  if (error.code === 'camera-url-invalid') throw new SourceError('An ONVIF camera has an address like 192.168.1.20, camera.local:8000 or http://192.168.1.20/onvif/device_service.', { cause: error });
  throw new SourceError(`The ONVIF camera can't be used. ${errorMessages.en[error.code]}`, { cause: error, isRefused: error.code === 'camera-wrong-password' });
}

function withUser(address: string, { username = '', password = '' }: OnvifAccess): string {
  if (username === '') return address;
  const url = new URL(address);
  url.username = encodeURIComponent(username);
  url.password = encodeURIComponent(password);
  return url.href;
}
