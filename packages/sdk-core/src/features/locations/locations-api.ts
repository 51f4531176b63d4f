import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import type { LocationsConfig } from '@watchpost/contract/schemas/locations';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';
import { randomUuid } from '../../kernel/random.ts';
import type { LocationsEdit } from './locations-model.ts';

/** The signed-in user's locations and rooms, with their cameras. */
export interface LocationsApi {
  /** Returns the configuration. @example const { locations, rooms, cameras } = await client.locations.get({ signal }); */
  get(options?: CallOptions): Promise<LocationsConfig>;
  /**
   * Applies one change to the current configuration. If another client saved first, the change is reapplied to what it saved:
   * no edit is lost, however many clients edit concurrently.
   * @returns the saved configuration
   * @throws {WatchpostError} `not-found` if the target of the change, or a camera, no longer exists
   * @example await client.locations.save(renameLocation('shop', 'Shop on the corner'));
   */
  save(edit: LocationsEdit, options?: CallOptions): Promise<LocationsConfig>;
  /** Generates an id for a new location or room. Generated before the first attempt, it makes a retry harmless. */
  newId(): string;
}

/** Twenty concurrent clients need at most twenty attempts. */
const maxAttempts = 50;
/** Wait after a conflict, per attempt, milliseconds. */
const retryDelayMs = 20;
const maxWaitMs = 400;

interface Revision {
  readonly config: LocationsConfig;
  readonly tag: string;
}

export function createLocationsApi({
  http,
  clock,
  random,
}: {
  readonly http: HttpClient;
  readonly clock: ClockPort;
  readonly random: () => number;
}): LocationsApi {
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
      await pause(clock, random() * Math.min(maxWaitMs, retryDelayMs * tries), options.signal);
    }
  };

  return {
    get: async (options = {}) => (await read(options)).config,
    save: (edit, options = {}) => save(edit, options),
    newId: randomUuid,
  };
}

/** Another client saved first; or a camera was removed meanwhile, and the next answer omits it. */
function mayPass({ code }: WatchpostError, tries: number): boolean {
  return code === 'conflict' ? tries < maxAttempts : code === 'not-found' && tries === 1;
}

async function readRevision(response: Response): Promise<Revision> {
  const tag = response.headers.get('ETag');
  // Without the revision, a save would overwrite other clients' changes.
  if (tag === null)
    throw new WatchpostError('internal-error', {
      message: 'The locations came without their ETag: something between this page and the server removes it.',
    });
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
