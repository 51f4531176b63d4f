import { latestEvents } from '@watchpost/contract/endpoints/cameras';
import {
  countEvents,
  getEventTimeline,
  getMotionDetection,
  listEventDays,
  listEvents,
  markEventsSeen,
  markFalseAlarm,
  unmarkEventsSeen,
  unmarkFalseAlarm,
  updateMotionDetection,
} from '@watchpost/contract/endpoints/events';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { CameraEvent, EventTimeline, MotionDetection } from '@watchpost/contract/schemas/events';

/** The in-memory server's events. */
export interface FakeEventState {
  /** In any order. */
  events: CameraEvent[];
  /** The ids that each marking as seen has changed, by its time. */
  readonly eventMarkings: Map<number, readonly string[]>;
  /** The timeline of every camera. */
  eventTimeline: EventTimeline;
  /** By camera id; all other cameras have the default settings. */
  readonly motionDetection: Map<string, MotionDetection>;
}

const byDefault: MotionDetection = { isEnabled: true, sensitivity: 6, areas: [] };

/** Answers a call about events; null for any other call. */
export function answerEvents(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
  state: FakeEventState,
): Response | null {
  if (is(listEvents)) return Response.json(page(state.events, query));
  if (is(markEventsSeen)) {
    const isMeant = filterOf(body);
    const seenAt = state.eventMarkings.size + 1;
    state.eventMarkings.set(
      seenAt,
      state.events.filter((event) => isMeant(event) && !event.isSeen).map(({ id }) => id),
    );
    state.events = state.events.map((event) => (isMeant(event) ? { ...event, isSeen: true } : event));
    return Response.json({ seenAt });
  }
  if (is(unmarkEventsSeen)) {
    const ids = state.eventMarkings.get(Number(body['seenAt'])) ?? [];
    state.events = state.events.map((event) => (ids.includes(event.id) ? { ...event, isSeen: false } : event));
    return new Response(null, { status: 204 });
  }
  if (is(markFalseAlarm) || is(unmarkFalseAlarm)) {
    const id = path.split('/').at(-2);
    state.events = state.events.map((event) => (event.id === id ? { ...event, isFalseAlarm: is(markFalseAlarm) } : event));
    return new Response(null, { status: 204 });
  }
  if (is(latestEvents))
    return Response.json({
      events: page(state.events, new URLSearchParams()).events.filter(
        ({ cameraId }, index, all) => all.findIndex((other) => other.cameraId === cameraId) === index,
      ),
    });
  if (is(countEvents)) return Response.json(count(page(state.events, new URLSearchParams([...query, ['limit', 'Infinity']])).events));
  if (is(listEventDays)) return Response.json({ days: daysOf(state.events, query) });
  if (is(getEventTimeline)) return Response.json(state.eventTimeline);
  const cameraId = path.split('/').at(-2) ?? '';
  const settings = state.motionDetection.get(cameraId) ?? byDefault;
  if (is(getMotionDetection)) return Response.json(settings);
  if (is(updateMotionDetection)) {
    const { turnOff: _, ...change } = body;
    const changed: MotionDetection = { ...settings, ...change };
    state.motionDetection.set(cameraId, changed);
    return Response.json(changed);
  }
  return null;
}

/** Matches named events, or all that match a filter. */
function filterOf({ eventIds, cameraIds, types, from, to }: Readonly<Record<string, unknown>>): (event: CameraEvent) => boolean {
  const isIn = (list: unknown, value: string, otherwise: boolean): boolean => (Array.isArray(list) ? list.includes(value) : otherwise);
  if (eventIds !== undefined) return ({ id }) => isIn(eventIds, id, false);
  return ({ cameraId, type, startAt }) =>
    isIn(cameraIds, cameraId, true) && isIn(types, type, true) && startAt >= Number(from ?? 0) && startAt < Number(to);
}

function count(events: readonly CameraEvent[]): { total: number; unseen: number; types: Record<string, number>; falseAlarms: number } {
  const types: Record<string, number> = {};
  for (const { type } of events) types[type] = (types[type] ?? 0) + 1;
  return {
    total: events.length,
    unseen: events.filter(({ isSeen }) => !isSeen).length,
    types,
    falseAlarms: events.filter(({ isFalseAlarm }) => isFalseAlarm).length,
  };
}

/** Groups days like the server, for zones whose clocks do not change at midnight. */
function daysOf(events: readonly CameraEvent[], query: URLSearchParams): string[] {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: query.get('timeZone') ?? '',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const narrowed = new URLSearchParams([
    ...['cameraId', 'type'].flatMap((key) => query.getAll(key).map((value) => [key, value])),
    ['limit', 'Infinity'],
  ]);
  const dates = page(events, narrowed).events.map(({ startAt }) => format.format(startAt));
  return [...new Set(dates)].filter((date) => date >= from && date <= to).toSorted();
}

/** Pages like the server: newest first, by time and then by id. */
function page(events: readonly CameraEvent[], query: URLSearchParams): { events: CameraEvent[]; next: string | null } {
  const [cameras, types] = [query.getAll('cameraId'), query.getAll('type')];
  const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Number.MAX_SAFE_INTEGER)];
  const isSeen = query.get('isSeen');
  const [time = '', id = ''] = query.get('cursor')?.split('.') ?? [];
  const older = ({ startAt, id: own }: CameraEvent): boolean =>
    time === '' || startAt < Number(time) || (startAt === Number(time) && own < id);
  const found = events
    .filter(
      (event) =>
        (cameras.length === 0 || cameras.includes(event.cameraId)) &&
        (types.length === 0 || types.includes(event.type)) &&
        (isSeen === null || String(event.isSeen) === isSeen) &&
        event.startAt >= from &&
        event.startAt < to &&
        older(event),
    )
    .toSorted((a, b) => b.startAt - a.startAt || (a.id < b.id ? 1 : -1));
  const limit = Number(query.get('limit') ?? 50);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { events: shown, next: found.length > limit && last ? `${last.startAt}.${last.id}` : null };
}
