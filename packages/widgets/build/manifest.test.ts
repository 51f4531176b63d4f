import { expect, test } from 'vitest';
import {
  WatchpostCameraElement,
  WatchpostCheckoutElement,
  WatchpostShareElement,
  WatchpostSnapshotElement,
  WatchpostTimelineElement,
  WatchpostVideoWallElement,
} from '../src/elements.ts';
import { customData, elementsOf, packageManifest, propertyOf, webTypes } from './manifest.ts';
import { analyze } from './write-manifest.ts';

const classes = {
  'watchpost-camera': WatchpostCameraElement,
  'watchpost-checkout': WatchpostCheckoutElement,
  'watchpost-share': WatchpostShareElement,
  'watchpost-snapshot': WatchpostSnapshotElement,
  'watchpost-timeline': WatchpostTimelineElement,
  'watchpost-video-wall': WatchpostVideoWallElement,
};
const manifest = analyze();
const elements = elementsOf(manifest);

test('the manifest has all elements', () => {
  expect(elements.map(({ tagName, name }) => [tagName, name])).toEqual(Object.entries(classes).map(([tag, { name }]) => [tag, name]));
});

test.each(Object.entries(classes))(
  '%s has exactly the attributes of the manifest, each with its property, and says what everything is',
  (tag, element) => {
    const {
      attributes = [],
      members = [],
      events = [],
      cssParts = [],
      cssStates = [],
      slots = [],
    } = elements.find(({ tagName }) => tagName === tag) ?? {};
    const own = attributes.map(({ name }) => name).filter((name) => name !== 'data-theme');
    expect(new Set([...own, 'lang'])).toEqual(new Set(element.observedAttributes));
    for (const name of own) {
      expect([name, propertyOf(name) in element.prototype]).toEqual([name, true]);
      expect(members.map((member) => member.name)).toContain(propertyOf(name));
    }
    for (const { name, description = '' } of [...attributes, ...events, ...cssParts, ...cssStates, ...slots])
      expect([tag, name, description]).toEqual([tag, name, expect.stringMatching(/^.{10,}\.$/)]);
    expect(members.filter(({ name }) => name.startsWith('#') || name === 'view')).toEqual([]);
  },
);

test('the elements that show cameras have slots', () => {
  const slots = elements.map(({ tagName, slots = [] }) => [tagName, slots.map(({ name }) => name)] as const);
  expect(Object.fromEntries(slots.filter(([, names]) => names.length > 0))).toEqual({
    'watchpost-camera': ['tools', 'overlay'],
    'watchpost-video-wall': ['camera-ID'],
    'watchpost-snapshot': ['overlay'],
    'watchpost-timeline': ['tools'],
  });
});

test('the files for editors name elements, attributes with their words, events, parts and states', () => {
  const text = JSON.stringify([
    packageManifest(manifest),
    customData(manifest),
    webTypes(manifest, { name: '@watchpost/widgets', version: '1.0.0' }),
  ]);
  for (const part of [
    '"name":"token-url"',
    '"fieldName":"tokenUrl"',
    `"text":"WatchpostEventMap['watchpost-error']"`,
    '"path":"dist/define/video-wall.js"',
    '"values":[{"name":"auto"},{"name":"low"},{"name":"high"}]',
    '"name":"state(live)"',
    '"name":"getToken"',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('"privacy"');
});
