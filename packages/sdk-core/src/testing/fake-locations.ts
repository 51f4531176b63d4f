import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { LocationsConfig } from '@watchpost/contract/schemas/locations';

/** The in-memory server's locations and rooms of one user. */
export interface FakeLocationsState {
  locations: LocationsConfig;
  /** Incremented by every save; a save that names another revision is a conflict. */
  locationsRevision: number;
}

/** Answers a call about locations; null for any other call. */
export function answerLocations(
  is: (endpoint: Endpoint) => boolean,
  body: Readonly<Record<string, unknown>>,
  headers: Headers,
  state: FakeLocationsState,
): Response | 'conflict' | null {
  const answer = (): Response => Response.json(state.locations, { headers: { ETag: `"${state.locationsRevision}"` } });
  if (is(getLocations)) return answer();
  if (!is(saveLocations)) return null;
  if (headers.get('If-Match') !== `"${state.locationsRevision}"`) return 'conflict';
  state.locations = { ...state.locations, ...body };
  state.locationsRevision += 1;
  return answer();
}
