import type { LocationsConfig } from '@watchpost/contract/schemas/locations';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { CamerasService } from '../cameras/index.ts';
import { createLocationsRepository, type StoredLocations } from './locations-repository.ts';

export type { StoredLocations } from './locations-repository.ts';

export interface LocationsService {
  /** Omits cameras that the customer no longer sees. */
  get(customerId: string): Promise<StoredLocations>;
  /**
   * Returns the ids of the cameras that the customer has put into a location, of all its rooms, including any that are no longer visible.
   * Empty for an unknown location.
   */
  camerasIn(customerId: string, locationId: string): Promise<ReadonlySet<string>>;
  /**
   * Saves a configuration.
   * @param expected the revision that the config is based on; null replaces any
   * @throws {AppError} not-found for an invisible camera or a place that is not in the config; conflict when `expected` is not the newest
   */
  save(customerId: string, config: LocationsConfig, expected: number | null): Promise<StoredLocations>;
}

export interface LocationsDeps {
  readonly db: Db;
  readonly cameras: Pick<CamerasService, 'list'>;
}

export function createLocationsService({ db, cameras }: LocationsDeps): LocationsService {
  const repository = createLocationsRepository(db);
  const visible = async (customerId: string): Promise<ReadonlySet<string>> => new Set((await cameras.list(customerId)).map(({ id }) => id));

  return {
    get: async (customerId) => {
      const [{ config, revision }, ids] = await Promise.all([repository.find(customerId), visible(customerId)]);
      return { config: { ...config, cameras: config.cameras.filter(({ id }) => ids.has(id)) }, revision };
    },
    camerasIn: async (customerId, wanted) => {
      const { config } = await repository.find(customerId);
      return new Set(config.cameras.flatMap(({ id, locationId }) => (locationId === wanted ? [id] : [])));
    },
    save: async (customerId, config, expected) => {
      const ids = await visible(customerId);
      if (!holdsTogether(config) || config.cameras.some(({ id }) => !ids.has(id))) throw new AppError('not-found');
      const revision = await repository.save(customerId, config, expected);
      if (revision === null) throw new AppError('conflict');
      return { config, revision };
    },
  };
}

/** Whether every referenced place is in the config, and each camera's room is in the camera's location. */
function holdsTogether({ locations, rooms, cameras }: LocationsConfig): boolean {
  const known = new Set(locations.map(({ id }) => id));
  const locationOfRoom = new Map(rooms.map(({ id, locationId }) => [id, locationId]));
  return (
    rooms.every(({ locationId }) => known.has(locationId)) &&
    cameras.every(
      ({ locationId, roomId }) =>
        (locationId === null || known.has(locationId)) &&
        (roomId === null || (locationId !== null && locationOfRoom.get(roomId) === locationId)),
    )
  );
}
