import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import type { LocationsConfig } from '@watchpost/contract/schemas/locations';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';
import type { LocationsEdit } from './locations-model.ts';

/** The signed-in person's locations and rooms, and which cameras are in them. */
export interface LocationsApi {
  /** @example const { locations, rooms, cameras } = await client.locations.get({ signal }); */
  get(options?: CallOptions): Promise<LocationsConfig>;
  /**
   * Makes one change of what is there now. When somebody else saves first, what they saved is read and the same change is made of that:
   * nothing is lost, however many people edit at once.
   * @returns what is kept now
   * @throws {WatchpostError} `not-found` when what is to be changed, or a camera, is gone
   * @example await client.locations.save(renameLocation('shop', 'Shop on the corner'));
   */
  save(edit: LocationsEdit, options?: CallOptions): Promise<LocationsConfig>;
  /** An id for a new location or room. Made before the first try, it makes a second one harmless. */
  newId(): string;
}

/** Twenty who save at the same time need at most twenty. */
const mostTries = 50;
/** Milliseconds that somebody who came second waits at most, for each time. */
const wait = 20;
const longestWait = 400;

interface Revision {
  readonly config: LocationsConfig;
  readonly tag: string;
}

export function createLocationsApi({ http, clock, random }: { readonly http: HttpClient; readonly clock: ClockPort; readonly random: () => number }): LocationsApi {
  const read = (options: CallOptions): Promise<Revision> => http.request<Revision>(getLocations, { ...options, read: readRevision });

  const save = async (edit: LocationsEdit, options: CallOptions): Promise<LocationsConfig> => {
    for (let tries = 1; ; tries += 1) {
      const { config, tag } = await read(options);
      const edited = edit(config);
      if (edited === config) return config;
      try {
        return await http.request<LocationsConfig>(saveLocations, { ...options, body: edited, headers: { 'If-Match': tag } });
      } catch (error) {
        if (!(error instanceof WatchpostError) || !mayPass(error, tries)) throw error;
      }
      await pause(clock, random() * Math.min(longestWait, wait * tries), options.signal);
    }
  };

  return { get: async (options = {}) => (await read(options)).config, save: (edit, options = {}) => save(edit, options), newId: randomUuid };
}

/** Somebody else came first; or a camera of the answer went in the same moment, and the next answer is without it. */
function mayPass({ code }: WatchpostError, tries: number): boolean {
  return code === 'conflict' ? tries < mostTries : code === 'not-found' && tries === 1;
}

async function readRevision(response: Response): Promise<Revision> {
  const tag = response.headers.get('ETag');
  // Without it a save would replace what others have saved meanwhile.
  if (tag === null) throw new WatchpostError('internal-error', { message: 'The locations came without their ETag: something between this page and the server removes it.' });
  return { config: await response.json(), tag };
}

function pause(clock: ClockPort, duration: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      cancel();
      reject(new WatchpostError('aborted'));
    };
    const cancel = clock.after(duration, () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    });
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}
