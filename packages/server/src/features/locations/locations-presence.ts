import type { PlacePresence, Presence } from '@watchpost/contract/schemas/locations';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { createLocationsRepository } from './locations-repository.ts';

/** Where a camera is for one account, and whether anybody is there. */
export interface CameraPlace {
  readonly locationId: string | null;
  readonly roomId: string | null;
  readonly presence: Presence;
}

/** Who is home at each location of an account. Until that is set, everybody counts as home. */
export interface PresenceService {
  /** Returns all places of the account, in the order of its locations; the cameras without one last. */
  list(customerId: string): Promise<PlacePresence[]>;
  /**
   * Sets one place, or all.
   * @param locationId null for the cameras without a location, undefined for all places
   * @returns null for an unknown location
   */
  set(
    customerId: string,
    change: { readonly presence: Presence; readonly locationId?: string | null | undefined },
    changedBy: NonNullable<PlacePresence['changedBy']>,
  ): Promise<PlacePresence[] | null>;
  /** Returns where a camera is for each of the accounts. */
  placesOf(cameraId: string, customerIds: readonly string[]): Promise<ReadonlyMap<string, CameraPlace>>;
}

/** The key of the cameras without a location: no location has it. */
const nowhere = '';
/** Below the parameter limit of either database. */
const customersPerQuery = 500;

export function createPresenceService({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): PresenceService {
  const locations = createLocationsRepository(db);

  const list = async (customerId: string): Promise<PlacePresence[]> => {
    const { config } = await locations.find(customerId);
    const rows = await db
      .selectFrom('presences')
      .select(['location_id', 'presence', 'changed_at', 'changed_by'])
      .where('customer_id', '=', customerId)
      .execute();
    const known = new Map(rows.map((row) => [row.location_id, row]));
    const ids = config.locations.toSorted((a, b) => a.order - b.order).map(({ id }) => id);
    return [...ids, nowhere].map((id) => {
      const row = known.get(id);
      return {
        locationId: id === nowhere ? null : id,
        presence: row?.presence ?? 'home',
        changedAt: row?.changed_at ?? null,
        changedBy: row?.changed_by ?? null,
      };
    });
  };

  return {
    list,
    set: async (customerId, { presence, locationId }, changedBy) => {
      const all = (await list(customerId)).map((place) => place.locationId ?? nowhere);
      const wanted = locationId === undefined ? all : [locationId ?? nowhere];
      if (!wanted.every((id) => all.includes(id))) return null;
      const change = { presence, changed_by: changedBy, changed_at: clock.now() } as const;
      await db
        .insertInto('presences')
        .values(wanted.map((id) => ({ customer_id: customerId, location_id: id, ...change })))
        .onConflict((conflict) => conflict.columns(['customer_id', 'location_id']).doUpdateSet(change))
        .execute();
      return list(customerId);
    },
    placesOf: async (cameraId, customerIds) => {
      const places = new Map<string, CameraPlace>();
      for (let start = 0; start < customerIds.length; start += customersPerQuery) {
        const ids = customerIds.slice(start, start + customersPerQuery);
        const rows = await db
          .selectFrom('presences')
          .select(['customer_id', 'location_id', 'presence'])
          .where('customer_id', 'in', ids)
          .execute();
        const presences = new Map(rows.map((row) => [`${row.customer_id} ${row.location_id}`, row.presence]));
        for (const [customerId, { config }] of await locations.findAll(ids)) {
          const place = config.cameras.find(({ id }) => id === cameraId);
          const presence = presences.get(`${customerId} ${place?.locationId ?? nowhere}`) ?? 'home';
          places.set(customerId, { locationId: place?.locationId ?? null, roomId: place?.roomId ?? null, presence });
        }
      }
      return places;
    },
  };
}
