import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { LocationsConfig } from '@watchpost/contract/schemas/locations';

/** The part of the server in memory that locations and rooms need: one person's. */
export interface FakeLocationsState {
  locations: LocationsConfig;
  /** Grows with every save; a save of another one is a conflict. */
  locationsRevision: number;
}

/** The answer to a call about locations; null when the call is none of these. */
export function answerLocations(is: (endpoint: Endpoint) => boolean, body: Readonly<Record<string, unknown>>, headers: Headers, state: FakeLocationsState): Response | 'conflict' | null {
  const answer = (): Response => Response.json(state.locations, { headers: { ETag: `"${state.locationsRevision}"` } });
  if (is(getLocations)) return answer();
  if (!is(saveLocations)) return null;
  if (headers.get('If-Match') !== `"${state.locationsRevision}"`) return 'conflict';
  state.locations = { ...state.locations, ...body };
  state.locationsRevision += 1;
  return answer();
}
