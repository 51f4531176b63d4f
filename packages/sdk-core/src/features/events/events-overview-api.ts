import { latestEvents } from '@watchpost/contract/endpoints/cameras';
import type { CameraEvent } from '@watchpost/contract/schemas/events';
import type { HttpClient } from '../../kernel/http.ts';
import type { EventsApi } from './events-api.ts';
import type { LiveUpdates } from './events-live.ts';

/** The part of the events that an overview of all cameras shows. Its code is separate: a first page loads it alone. */
export type EventsOverviewApi = Pick<EventsApi, 'latest' | 'live'>;

export function createEventsOverviewApi(http: HttpClient, live: LiveUpdates): EventsOverviewApi {
  return {
    latest: async (options) => (await http.request<{ readonly events: CameraEvent[] }>(latestEvents, options)).events,
    live: () => live,
  };
}
