import type { Clock } from '@watchpost/contract/timing/clock';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Viewing, ViewingKind } from '../../../kernel/access/viewing.ts';
import { viewerKey } from './sharing-log-viewer.ts';

/**
 * Limits how many viewers of a link watch one of its cameras at the same time, live and in the archive together: its users and guests, or
 * the visitors of an embed link.
 */
export interface ViewerPlaces {
  /**
   * Takes a place for a viewer who watches by requests, or keeps it, until some seconds after the last request.
   * @throws {AppError} viewer-limit-reached when all places are taken, or fewer are left and this viewer is one of the newest
   */
  keep(access: CameraAccess, kind: ViewingKind): void;
  /**
   * Takes a place until its end is called.
   * @throws {AppError} viewer-limit-reached
   */
  take(access: CameraAccess): Omit<Viewing, 'begin'>;
  /** Frees the places of viewers who have stopped. */
  sweep(): void;
  /** Returns how many viewers each link has, by its id; a viewer of several cameras counts once. */
  countByLink(): ReadonlyMap<string, number>;
  /** Cameras and links with a viewer. */
  readonly size: number;
}

/** How long a place is kept after the last request: players of the archive load far ahead. */
const holdMs: Readonly<Record<ViewingKind, number>> = { live: 10_000, archive: 30_000 };

interface Place {
  sockets: number;
  /** Monotonic milliseconds. */
  heldUntil: number;
}

/** The viewers of one link at one camera. */
interface Group {
  readonly key: string;
  readonly maxViewers: number | null;
}

export function createViewerPlaces({ clock }: { readonly clock: Pick<Clock, 'monotonic'> }): ViewerPlaces {
  /** By camera and link; the viewers of each in the order in which they came. */
  const groups = new Map<string, Map<string, Place>>();

  const freeUnused = (key: string, group: Map<string, Place>): void => {
    const now = clock.monotonic();
    for (const [viewer, { sockets, heldUntil }] of group) if (sockets === 0 && heldUntil <= now) group.delete(viewer);
    if (group.size === 0) groups.delete(key);
  };
  const requirePlace = ({ key, maxViewers }: Group, viewer: string): void => {
    const group = groups.get(key);
    if (maxViewers === null || !group) return;
    freeUnused(key, group);
    const rank = group.has(viewer) ? [...group.keys()].indexOf(viewer) : group.size;
    if (rank >= maxViewers) throw new AppError('viewer-limit-reached', { retryAfter: holdMs.live / 1000 });
  };
  const find = (access: CameraAccess, chosen: readonly Group[]): Place[] => {
    const viewer = viewerKey(access);
    // All of them before the first is taken.
    for (const group of chosen) requirePlace(group, viewer);
    return chosen.map(({ key }) => {
      const group = groups.get(key) ?? new Map<string, Place>();
      const place = group.get(viewer) ?? { sockets: 0, heldUntil: 0 };
      group.set(viewer, place);
      groups.set(key, group);
      return place;
    });
  };

  return {
    keep: (access, kind) => {
      const until = clock.monotonic() + holdMs[kind];
      for (const place of find(access, groupsOf(access))) place.heldUntil = Math.max(place.heldUntil, until);
    },
    take: (first) => {
      const taken = groupsOf(first);
      const places = find(first, taken);
      for (const place of places) place.sockets += 1;
      let isEnded = false;
      return {
        check: (access) => {
          // The access may come from another link by now: its places are counted from the next viewing on.
          const same = groupsOf(access).filter(({ key }) => taken.some((group) => group.key === key));
          find(access, same);
        },
        end: () => {
          if (isEnded) return;
          isEnded = true;
          for (const place of places) place.sockets -= 1;
        },
      };
    },
    sweep: () => {
      for (const [key, group] of groups) freeUnused(key, group);
    },
    countByLink: () => {
      const viewers = new Map<string, Set<string>>();
      for (const [key, group] of groups) {
        freeUnused(key, group);
        const [, link = ''] = key.split(' ');
        const known = viewers.get(link) ?? new Set();
        for (const viewer of group.keys()) known.add(viewer);
        if (known.size > 0) viewers.set(link, known);
      }
      return new Map([...viewers].map(([link, known]) => [link, known.size]));
    },
    get size() {
      return groups.size;
    },
  };
}

/** Returns the links whose places a viewer takes: that of the access, and the embed link that it was shared on by. */
function groupsOf({ cameraId, inviteId, maxViewers, partner }: CameraAccess): Group[] {
  const groups = inviteId === null ? [] : [{ key: `${cameraId} ${inviteId}`, maxViewers }];
  const link = partner?.link;
  return link ? [...groups, { key: `${cameraId} ${link.id}`, maxViewers: link.maxViewers }] : groups;
}
