// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { WatchpostSnapshotElement } from './player-snapshot-element.ts';
import { WatchpostTimelineElement } from './player-timeline-element.ts';

/** Attribute, its text, the property and its value; the property without the attribute. */
type Row = readonly [attribute: string, text: string, property: string, value: unknown, without: unknown];
const snapshotRows: readonly Row[] = [
  ['camera-id', 'yard', 'cameraId', 'yard', null],
  ['server', 'https://cams.example', 'server', 'https://cams.example', null],
  ['token', 'embed.x', 'token', 'embed.x', null],
  ['token-url', '/token', 'tokenUrl', '/token', null],
  ['refresh-seconds', '5', 'refreshSeconds', 5, 30],
  ['alt', 'The yard', 'alt', 'The yard', null],
  ['locale', 'ru', 'locale', 'ru', null],
];
const timelineRows: readonly Row[] = [
  ['for', 'yard', 'for', 'yard', null],
  ['locale', 'ru', 'locale', 'ru', null],
];
let count = 0;
/** What they show has tests in a browser. */
const kinds = [
  {
    name: 'watchpost-snapshot',
    rows: snapshotRows,
    make: () =>
      class extends WatchpostSnapshotElement {
        protected override draw(): void {}
      },
  },
  {
    name: 'watchpost-timeline',
    rows: timelineRows,
    make: () =>
      class extends WatchpostTimelineElement {
        protected override draw(): void {}
      },
  },
] as const;

test.each(kinds)('each attribute of $name is a property, whichever is set, before and after the element is known', ({ rows, make }) => {
  expect(new Set([...rows.map(([attribute]) => attribute), 'lang'])).toEqual(new Set(make().observedAttributes));
  for (const [attribute, text, property, value, without] of rows)
    for (const by of ['attribute', 'property'])
      for (const isEarly of [true, false]) {
        const tag = `test-small-${(count += 1)}`;
        if (!isEarly) customElements.define(tag, make());
        const element = document.createElement(tag);
        if (by === 'attribute') element.setAttribute(attribute, text);
        else Reflect.set(element, property, value);
        document.body.append(element);
        if (isEarly) customElements.define(tag, make());
        expect([attribute, by, isEarly, Reflect.get(element, property), element.getAttribute(attribute)]).toEqual([
          attribute,
          by,
          isEarly,
          value,
          text,
        ]);
        Reflect.set(element, property, null);
        expect([Reflect.get(element, property), element.hasAttribute(attribute)]).toEqual([without, false]);
        element.remove();
      }
});
