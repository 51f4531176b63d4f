import { describe, expect, test } from 'vitest';
import type { ExternalLinks } from '../../shared/navigation/external-links.ts';
import { profileRows } from './profile-model.ts';
import type { ProfileRow } from './profile-model.ts';
import { profileDot } from './profile-notice.tsx';

const none: ExternalLinks = { wiki: null, supportChat: null, termsOfUse: null, privacy: null, channel: null, appStore: null, googlePlay: null, ruStore: null };
const all: ExternalLinks = { ...none, wiki: 'https://wiki.example', supportChat: 'https://chat.example', channel: 'https://t.me/channel' };
const names = (groups: readonly (readonly ProfileRow[])[]): unknown => groups.map((rows) => rows.map((row) => (row.kind === 'more' ? [row.name, ...row.rows.map(({ name }) => name)] : row.name)));

describe('profileRows', () => {
  test('a menu on large screens, with the video wall only when there is a camera', () => {
    expect(names(profileRows({ isLarge: true, hasCameras: true, links: all }))).toEqual([['videoWall', 'account', ['help', 'supportChat', 'feedback', 'wiki', 'keys'], 'channel']]);
    expect(names(profileRows({ isLarge: true, hasCameras: false, links: none }))).toEqual([['account', ['help', 'feedback', 'wiki', 'keys']]]);
  });

  test('a list on small ones, with the places of the sidebar that is not there', () => {
    expect(names(profileRows({ isLarge: false, hasCameras: true, links: none }))).toEqual([['search', 'activities', 'videoWall', 'account', 'settings'], [['help', 'feedback', 'wiki']]]);
  });

  test('without a wiki of the operator, questions are answered in the app', () => {
    const wiki = (links: ExternalLinks) => profileRows({ isLarge: true, hasCameras: false, links }).flat().flatMap((row) => (row.kind === 'more' ? row.rows : [])).find(({ name }) => name === 'wiki');
    expect(wiki(none)).toEqual({ kind: 'dialog', name: 'wiki', dialog: 'help' });
    expect(wiki(all)).toEqual({ kind: 'link', name: 'wiki', href: 'https://wiki.example' });
  });
});

test('the dot: danger an error dot, warning an info dot, standard and nothing none', () => {
  expect([profileDot({ tone: 'danger' }), profileDot({ tone: 'warning' }), profileDot({ tone: 'standard' }), profileDot(null)]).toEqual(['error', 'info', null, null]);
});
