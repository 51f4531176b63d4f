import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withTexts } from '../../shared/i18n/i18n.ts';
import { routeOf } from '../../shared/navigation/routes.ts';
import type { PaletteSituation } from './palette-entries.ts';
import { moveChoice, paletteSections, parseRecent, withRecent, writeRecent } from './palette-list.ts';

const { eventSearchEntry, paletteEntries } = await withTexts(() => import('./palette-entries.ts'));

const cameras = Array.from({ length: 8 }, (_, index) => ({ id: `c${index}`, title: index === 0 ? 'Улица, вход' : `Camera ${index}` }));
const situation: PaletteSituation = { locale: 'en', theme: 'dark', cameras, wikiLink: null };
const entries = paletteEntries(situation);
const first = (query: string, more: Partial<PaletteSituation> = {}): string | undefined =>
  paletteSections(query, paletteEntries({ ...situation, ...more }), [])[0]?.entries[0]?.id;

describe('entries', () => {
  test('every place has a route', () => {
    for (const { deed, id } of entries) if (deed.kind === 'go') expect(routeOf(deed.to), id).not.toBeNull();
  });

  test('ids are unique', () => {
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  test('without a camera the video wall is not listed', () => {
    expect(paletteEntries({ ...situation, cameras: [] }).map(({ id }) => id)).not.toContain('videoWall');
  });

  test('payments are listed only where plans are sold', () => {
    expect(entries.map(({ id }) => id)).not.toContain('billing');
    expect(paletteEntries({ ...situation, hasBilling: true }).map(({ id }) => id)).toContain('billing');
  });

  test('the current theme and language are not offered', () => {
    const ids = entries.map(({ id }) => id);
    expect([ids.includes('themeDark'), ids.includes('themeLight'), ids.includes('english'), ids.includes('russian')]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  test.each([
    ['вход', 'camera:c0'],
    ['d[jl', 'camera:c0'],
    ['sign out', 'signOut'],
    ['выйти', 'signOut'],
    ['dsqnb', 'signOut'],
    ['ышпт щге', 'signOut'],
    ['комнат', 'locations'],
    ['светлая', 'themeLight'],
    ['русский', 'russian'],
    ['уведомл', 'notifications'],
  ])('%s finds %s in the English interface', (query, id) => {
    expect(first(query)).toBe(id);
  });

  test('finds entries in the Russian interface', () => {
    expect([first('add camera', { locale: 'ru' }), first('фвв сфьукф', { locale: 'ru' }), first('english', { locale: 'ru' })]).toEqual([
      'addCamera',
      'addCamera',
      'english',
    ]);
  });
});

describe('sections', () => {
  test('lists recent entries first and only once, six cameras, then the rest by group', () => {
    const sections = paletteSections('', entries, ['signOut', 'camera:c7', 'gone']);
    expect(sections.map(({ name, entries: members }) => [name, members.length])).toEqual([
      ['recent', 2],
      ['camera', 6],
      ['place', 3],
      ['setting', 6],
      ['action', 7],
    ]);
    expect(sections[0]?.entries.map(({ id }) => id)).toEqual(['signOut', 'camera:c7']);
    expect(sections.flatMap(({ entries: members }) => members).filter(({ id }) => id === 'signOut')).toHaveLength(1);
  });

  test('a query returns one list, or none', () => {
    expect(paletteSections('camera', entries, ['signOut']).map(({ name }) => name)).toEqual([null]);
    expect(paletteSections('zzzz', entries, ['signOut'])).toEqual([]);
    const beyond = [eventSearchEntry(' person yard ', 'en')];
    expect(paletteSections('zzzz', entries, [], beyond)).toEqual([]);
    expect(paletteSections(' person yard ', entries, [], beyond)[0]?.entries.at(-1)).toMatchObject({
      title: 'Find events: person yard',
      deed: { kind: 'go', to: '/activities?q=person%20yard' },
    });
    expect(paletteSections('   ', entries, [])[0]?.name).toBe('camera');
  });
});

describe('recent entries', () => {
  test('newest first, at most five, without duplicates', () => {
    const chosen = ['a', 'b', 'c', 'd', 'a', 'e', 'f'].reduce<readonly string[]>(withRecent, []);
    expect(chosen).toEqual(['f', 'e', 'a', 'd', 'c']);
    expect(parseRecent(writeRecent(chosen))).toEqual(chosen);
  });

  test('never fails to parse stored text', () => {
    expect(parseRecent(null)).toEqual([]);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseRecent(text).length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('moveChoice', () => {
  test.each([
    ['ArrowDown', 0, 3, 1],
    ['ArrowDown', 2, 3, 0],
    ['ArrowUp', 0, 3, 2],
    ['PageDown', 0, 3, 2],
    ['PageDown', 2, 20, 10],
    ['PageUp', 5, 20, 0],
    ['a', 1, 3, null],
    ['ArrowDown', 0, 0, null],
  ])('%s at %i of %i → %s', (key, active, count, expected) => {
    expect(moveChoice(key, active, count)).toBe(expected);
  });
});
