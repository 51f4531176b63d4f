import { getTimelapseSettings, updateTimelapseSettings } from '@watchpost/contract/endpoints/timelapse';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { TimelapseSettings } from '@watchpost/contract/schemas/timelapse';

/** The in-memory server's timelapses. */
export interface FakeTimelapseState {
  /** Settings by camera id; all other cameras have the default settings. */
  readonly timelapses: Map<string, TimelapseSettings>;
}

export function createFakeTimelapse(): FakeTimelapseState {
  return { timelapses: new Map() };
}

const byDefault: TimelapseSettings = {
  isAvailable: true,
  availableChannels: ['push', 'telegram', 'email'],
  isEnabled: false,
  hours: { kind: 'fixed', from: '06:00', to: '21:00' },
  lengthSeconds: 60,
  channels: ['push'],
};

/** Answers a call about timelapses; null for any other call. */
export function answerTimelapse(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  { timelapses }: FakeTimelapseState,
): Response | null {
  const [, cameraId = ''] = /\/cameras\/([^/]+)\//.exec(path) ?? [];
  const known = timelapses.get(cameraId) ?? byDefault;
  if (is(getTimelapseSettings)) return Response.json(known);
  if (!is(updateTimelapseSettings)) return null;
  const changed = { ...known, ...body };
  timelapses.set(cameraId, changed);
  return Response.json(changed);
}
