import { describe, expect, test } from 'vitest';
import type { ExternalLinks } from '../../shared/navigation/external-links.ts';
import { profileRows } from './profile-model.ts';
import type { ProfileRow } from './profile-model.ts';
import { profileDot } from './profile-notice.tsx';

const none: ExternalLinks = {
  wiki: null,
  supportChat: null,
  termsOfUse: null,
  privacy: null,
  channel: null,
  appStore: null,
  googlePlay: null,
  ruStore: null,
};
const all: ExternalLinks = { ...none, wiki: 'https://wiki.example', supportChat: 'https://chat.example', channel: 'https://t.me/channel' };
const names = (groups: readonly (readonly ProfileRow[])[]): unknown =>
  groups.map((rows) => rows.map((row) => (row.kind === 'more' ? [row.name, ...row.rows.map(({ name }) => name)] : row.name)));

describe('profileRows', () => {
  test('the menu on large screens has the video wall only if there is a camera', () => {
    expect(names(profileRows({ isLarge: true, hasCameras: true, links: all }))).toEqual([
      ['videoWall', 'account', ['help', 'supportChat', 'feedback', 'wiki', 'keys'], 'channel'],
    ]);
    expect(names(profileRows({ isLarge: true, hasCameras: false, links: none }))).toEqual([
      ['account', ['help', 'feedback', 'wiki', 'keys']],
    ]);
  });

  test('the list on small screens includes what the bottom bar has no space for', () => {
    expect(names(profileRows({ isLarge: false, hasCameras: true, links: none }))).toEqual([
      ['search', 'locations', 'notifications', 'account'],
      [['help', 'feedback', 'wiki']],
    ]);
  });

  test('payments are listed where plans are sold; large screens have them in the sidebar', () => {
    const [first] = profileRows({ isLarge: false, hasCameras: true, hasBilling: true, links: none });
    expect(first?.map(({ name }) => name)).toEqual(['search', 'billing', 'locations', 'notifications', 'account']);
    expect(names(profileRows({ isLarge: true, hasCameras: false, hasBilling: true, links: none }))).toEqual([
      ['account', ['help', 'feedback', 'wiki', 'keys']],
    ]);
  });

  test('without the operator’s wiki, questions open the app’s own help', () => {
    const wiki = (links: ExternalLinks) =>
      profileRows({ isLarge: true, hasCameras: false, links })
        .flat()
        .flatMap((row) => (row.kind === 'more' ? row.rows : []))
        .find(({ name }) => name === 'wiki');
    expect(wiki(none)).toEqual({ kind: 'dialog', name: 'wiki', dialog: 'help' });
    expect(wiki(all)).toEqual({ kind: 'link', name: 'wiki', href: 'https://wiki.example' });
  });
});

test('danger shows an error dot, warning an info dot, standard none', () => {
  expect([profileDot({ tone: 'danger' }), profileDot({ tone: 'warning' }), profileDot({ tone: 'standard' }), profileDot(null)]).toEqual([
    'error',
    'info',
    null,
    null,
  ]);
});
