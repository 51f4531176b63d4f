import { expect, test } from 'vitest';
import { pictureFindingOf, soundFindingOf } from './detector-labels.ts';

test.each([
  ['person', 'human'],
  ['Person', 'human'],
  [' pedestrian ', 'human'],
  ['car', 'vehicle'],
  ['motorbike', 'vehicle'],
  ['motorcycle', 'vehicle'],
  ['dog', 'animal'],
  ['Fire', 'fire'],
  ['smoke', 'smoke'],
  ['Face', 'face'],
  ['potted plant', null],
  ['wine glass', null],
  // Only a sound has this label.
  ['glass', null],
  ['', null],
  ['__proto__', null],
  ['constructor', null],
])('in a picture, %j means %s', (label, finding) => expect(pictureFindingOf(label)).toBe(finding));

test.each([
  ['baby_cry', 'babyCry'],
  ['Crying baby', 'babyCry'],
  ['Baby cry, infant cry', 'babyCry'],
  ['glass-breaking', 'glassBreak'],
  ['Shatter', 'glassBreak'],
  ['speech', null],
  ['person', null],
])('of a sound, %j means %s', (label, finding) => expect(soundFindingOf(label)).toBe(finding));
