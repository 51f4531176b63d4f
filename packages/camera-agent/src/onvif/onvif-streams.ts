import { errorMessages } from '@watchpost/contract/kernel';
import { type Clock } from '@watchpost/contract/timing/clock';
import { OnvifError, readOnvifCamera, type OnvifAccess, type OnvifNetwork } from '@watchpost/onvif';
import { SourceError } from '../sources/frame-source.ts';

/** The current RTSP addresses of a camera's streams, with user and password in them. */
interface OnvifStreams {
  readonly main: string;
  /** Undefined when the camera has no substream. */
  readonly low: string | undefined;
}

export interface OnvifStreamsOptions {
  readonly access: OnvifAccess;
  readonly clock: Clock;
  readonly network: OnvifNetwork;
}

/** Both streams are opened one after the other: their addresses are cached for this time, so that one request serves both, ms. */
const cacheTtlMs = 5000;

/** Asks a camera for the addresses of its streams. @param isLost whether the last addresses no longer work. @throws {SourceError} in words for the operator */
export type FindOnvifStreams = (isLost: boolean) => Promise<OnvifStreams>;

export function createOnvifStreams({ access, clock, network }: OnvifStreamsOptions): FindOnvifStreams {
  let last: { readonly at: number; readonly streams: Promise<OnvifStreams> } | null = null;

  const read = async (): Promise<OnvifStreams> => {
    // Video is passed on without transcoding, so only H.264 works.
    const { url, lowUrl } = await readOnvifCamera({ ...access, clock, network, encodings: ['H264'] }).catch(throwAsSourceError);
    return { main: withUser(url, access), low: lowUrl === null ? undefined : withUser(lowUrl, access) };
  };
  return (isLost) => {
    if (last && !isLost && clock.monotonic() - last.at < cacheTtlMs) return last.streams;
    const current = { at: clock.monotonic(), streams: read() };
    last = current;
    current.streams.catch(() => {
      if (last === current) last = null;
    });
    return current.streams;
  };
}

/** @throws {SourceError} in words for the operator */
export function throwAsSourceError(error: unknown): never {
  if (!(error instanceof OnvifError)) throw error;
  if (error.code === 'camera-url-invalid')
    throw new SourceError(
      'An ONVIF camera has an address like 192.168.1.20, camera.local:8000 or http://192.168.1.20/onvif/device_service.',
      { cause: error },
    );
  throw new SourceError(`The ONVIF camera can't be used. ${errorMessages.en[error.code]}`, {
    cause: error,
    isRefused: error.code === 'camera-wrong-password',
  });
}

function withUser(address: string, { username = '', password = '' }: OnvifAccess): string {
  if (username === '') return address;
  const url = new URL(address);
  url.username = encodeURIComponent(username);
  url.password = encodeURIComponent(password);
  return url.href;
}
