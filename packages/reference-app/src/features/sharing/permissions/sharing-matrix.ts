import { byPlace } from '@watchpost/sdk-core';
import type { Camera, Grant, LocationsConfig, User, Users } from '@watchpost/sdk-core';

/** Cameras of one location, in the user's order. */
export interface CameraGroup {
  /** The location's id; empty without one. */
  readonly key: string;
  /** Null: without a location. */
  readonly title: string | null;
  readonly cameras: readonly Camera[];
}

export type Source = { readonly inviteId: string; readonly label: string; readonly creatorEmail: string };

/** A user, or the guests of a link. */
export type MatrixPerson =
  | { readonly kind: 'user'; readonly user: User }
  | { readonly kind: 'guests'; readonly guests: Users['guests'][number] };

/** What one person has on a run of cameras: only an owner's run is longer than one. */
export type MatrixCell =
  | { readonly kind: 'none'; readonly camera: Camera }
  | { readonly kind: 'grant'; readonly camera: Camera; readonly grant: Grant; readonly source: Source | null }
  | { readonly kind: 'owner'; readonly cameras: readonly Camera[]; readonly isWholeGroup: boolean };

export interface MatrixRow {
  readonly key: string;
  readonly person: MatrixPerson;
  /** By group of cameras. */
  readonly groups: readonly (readonly MatrixCell[])[];
}

/** Groups cameras by location; those without one come last. */
export function groupCameras(cameras: readonly Camera[], config: LocationsConfig | undefined): readonly CameraGroup[] {
  if (!config) return cameras.length === 0 ? [] : [{ key: '', title: null, cameras }];
  const placeOf = new Map(config.cameras.map(({ id, locationId }) => [id, locationId]));
  const titles = new Map(config.locations.map(({ id, title }) => [id, title]));
  const groups = new Map<string | null, Camera[]>();
  for (const camera of byPlace(config, cameras)) {
    const location = placeOf.get(camera.id) ?? null;
    groups.set(location, [...(groups.get(location) ?? []), camera]);
  }
  return [...groups].map(([location, ofLocation]) => ({
    key: location ?? '',
    title: location === null ? null : (titles.get(location) ?? null),
    cameras: ofLocation,
  }));
}

/** Returns the reader first, then the other users in the server's order, then guests. */
export function matrixPeople(users: readonly User[], guests: Users['guests']): readonly MatrixPerson[] {
  return [
    ...users.toSorted((one, other) => Number(other.isSelf) - Number(one.isSelf)).map((user): MatrixPerson => ({ kind: 'user', user })),
    ...guests.map((ofLink): MatrixPerson => ({ kind: 'guests', guests: ofLink })),
  ];
}

/** Builds the row of one person. */
export function matrixRow(person: MatrixPerson, groups: readonly CameraGroup[]): MatrixRow {
  if (person.kind === 'guests') {
    const { cameraIds, grant, source } = person.guests;
    const cellOf = (camera: Camera): MatrixCell =>
      cameraIds.includes(camera.id) ? { kind: 'grant', camera, grant, source } : { kind: 'none', camera };
    return { key: `guests:${source.inviteId}`, person, groups: groups.map(({ cameras }) => cameras.map(cellOf)) };
  }
  const has = new Map(person.user.cameras.map((camera) => [camera.cameraId, camera]));
  const cellOf = (camera: Camera): MatrixCell => {
    const found = has.get(camera.id);
    if (found?.isOwner) return { kind: 'owner', cameras: [camera], isWholeGroup: false };
    return found?.grant ? { kind: 'grant', camera, grant: found.grant, source: found.source } : { kind: 'none', camera };
  };
  return { key: person.user.customerId, person, groups: groups.map(({ cameras }) => mergeOwned(cameras.map(cellOf))) };
}

/** Joins neighbouring cameras of their owner: one line says it, not a row of equal cells. */
function mergeOwned(cells: readonly MatrixCell[]): readonly MatrixCell[] {
  const merged: MatrixCell[] = [];
  for (const cell of cells) {
    const last = merged.at(-1);
    if (cell.kind === 'owner' && last?.kind === 'owner')
      merged[merged.length - 1] = { ...last, cameras: [...last.cameras, ...cell.cameras] };
    else merged.push(cell);
  }
  const [first] = merged;
  return merged.length === 1 && first?.kind === 'owner' ? [{ ...first, isWholeGroup: true }] : merged;
}

/** Returns the word of a cell. */
export function wordOf({ access, withArchive }: Grant): 'full' | 'view' | 'live' {
  if (access === 'full') return 'full';
  return withArchive ? 'view' : 'live';
}
