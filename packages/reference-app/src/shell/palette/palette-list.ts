import { search } from './palette-search.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';

export interface PaletteSection {
  readonly name: PaletteGroup | 'recent' | null;
  readonly entries: readonly PaletteEntry[];
}

const groups = ['camera', 'place', 'setting', 'action'] as const satisfies readonly PaletteGroup[];
/** Limits of remembered entries, and of cameras listed before a query. */
const recentLimit = 5;
const cameraLimit = 6;
const foundLimit = 30;

/**
 * Returns the palette's sections: recent entries, then all by group; with a query, the matches, the best first.
 * @param beyond entries for a query of several words, which may be something else than a name
 */
export function paletteSections(
  query: string,
  entries: readonly PaletteEntry[],
  recent: readonly string[],
  beyond: readonly PaletteEntry[] = [],
): readonly PaletteSection[] {
  if (query.trim() !== '') {
    const found = [...search(query, entries).slice(0, foundLimit), ...(/\S\s+\S/.test(query) ? beyond : [])];
    return found.length === 0 ? [] : [{ name: null, entries: found }];
  }
  const lately = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, recentLimit);
  const rest = entries.filter((entry) => !lately.includes(entry));
  const sections: PaletteSection[] = [{ name: 'recent', entries: lately }];
  for (const name of groups) {
    const members = rest.filter(({ group }) => group === name);
    sections.push({ name, entries: name === 'camera' ? members.slice(0, cameraLimit) : members });
  }
  return sections.filter((section) => section.entries.length > 0);
}

/** Returns the recent ids after `id` was chosen, newest first. */
export function withRecent(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, recentLimit);
}

/** Parses the recent ids; invalid text counts as none. */
export function parseRecent(text: string | null): readonly string[] {
  return (text ?? '')
    .split('\n')
    .filter((id) => /^[\w:.-]{1,200}$/.test(id))
    .slice(0, recentLimit);
}

export function writeRecent(recent: readonly string[]): string {
  return recent.join('\n');
}

/** Returns where a key moves the choice among `count` entries, wrapping around; null for any other key. */
export function moveChoice(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count;
    case 'ArrowUp':
      return (active + count - 1) % count;
    case 'PageDown':
      return Math.min(count - 1, active + 8);
    case 'PageUp':
      return Math.max(0, active - 8);
    default:
      return null;
  }
}
