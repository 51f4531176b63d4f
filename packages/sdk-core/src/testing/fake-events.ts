import { getMotionDetection, listEvents, markEventsSeen, updateMotionDetection } from '@watchpost/contract/endpoints/events';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { CameraEvent, MotionDetection } from '@watchpost/contract/schemas/events';

/** The part of the server in memory that events need. */
export interface FakeEventState {
  /** In any order. */
  events: CameraEvent[];
  /** By camera id; every other camera has the default. */
  readonly motionDetection: Map<string, MotionDetection>;
}

const byDefault: MotionDetection = { isEnabled: true, sensitivity: 6, areas: [] };

/** The answer to a call about events; null when the call is none of these. */
export function answerEvents(is: (endpoint: Endpoint) => boolean, path: string, query: URLSearchParams, body: Readonly<Record<string, unknown>>, state: FakeEventState): Response | null {
  if (is(listEvents)) return Response.json(page(state.events, query));
  if (is(markEventsSeen)) {
    const ids: unknown[] = Array.isArray(body['eventIds']) ? body['eventIds'] : [];
    state.events = state.events.map((event) => (ids.includes(event.id) ? { ...event, isSeen: true } : event));
    return new Response(null, { status: 204 });
  }
  const cameraId = path.split('/').at(-2) ?? '';
  const settings = state.motionDetection.get(cameraId) ?? byDefault;
  if (is(getMotionDetection)) return Response.json(settings);
  if (is(updateMotionDetection)) {
    const changed: MotionDetection = { ...settings, ...body };
    state.motionDetection.set(cameraId, changed);
    return Response.json(changed);
  }
  return null;
}

/** As the server pages: newest first, by time and then by id. */
function page(events: readonly CameraEvent[], query: URLSearchParams): { events: CameraEvent[]; next: string | null } {
  const [cameras, types] = [query.getAll('cameraId'), query.getAll('type')];
  const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Number.MAX_SAFE_INTEGER)];
  const [time = '', id = ''] = query.get('cursor')?.split('.') ?? [];
  const older = ({ startAt, id: own }: CameraEvent): boolean => time === '' || startAt < Number(time) || (startAt === Number(time) && own < id);
  const found = events
    .filter((event) => (cameras.length === 0 || cameras.includes(event.cameraId)) && (types.length === 0 || types.includes(event.type)) && event.startAt >= from && event.startAt < to && older(event))
    .toSorted((a, b) => b.startAt - a.startAt || (a.id < b.id ? 1 : -1));
  const limit = Number(query.get('limit') ?? 50);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { events: shown, next: found.length > limit && last ? `${last.startAt}.${last.id}` : null };
}
