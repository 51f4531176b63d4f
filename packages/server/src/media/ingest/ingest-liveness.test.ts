import { expect, test } from 'vitest';
import { setUp, tracks } from '../../testing/live/ingest-rig.ts';
import { videoTimescale } from '../media-types.ts';

const second = 1000;

test('sound alone is no sign of life: a picture that dies is an outage after 10 s, and the source is reopened', () => {
  const rig = setUp();
  rig.start();
  rig.picture();
  for (let at = 0; at < 11; at += 1) {
    rig.clock.advance(second);
    rig.sound();
  }
  expect(rig.states).toEqual(['a online', 'a offline camera-no-video']);
  expect(rig.opened).toHaveLength(2);
});

test('video of which no picture becomes whole is an outage with a reason, after three key frame intervals', () => {
  const rig = setUp();
  rig.start();
  for (const decodeTime of [1, 2, 3]) {
    rig.picture(undefined, { decodeTime: decodeTime * 6 * videoTimescale });
    rig.clock.advance(6 * second);
  }
  for (let at = 0; at < 11; at += 1) {
    rig.alive();
    rig.sound();
    rig.clock.advance(second);
  }
  expect(rig.states).toEqual(['a online']);
  rig.alive();
  rig.clock.advance(second);
  expect(rig.states).toEqual(['a online', 'a offline camera-no-video']);
});

test('a camera that sends a key frame every 12 s and nothing else is online', () => {
  const rig = setUp();
  rig.start();
  for (let at = 0; at < 5; at += 1) {
    rig.picture(undefined, { decodeTime: (at + 1) * 9 * videoTimescale });
    rig.clock.advance(9 * second);
  }
  rig.clock.advance(3 * second);
  rig.picture(undefined, { decodeTime: 60 * videoTimescale });
  expect([rig.states, rig.opened.length]).toEqual([['a online'], 1]);
});

test('a camera that sends one picture and hangs up is opened ever more slowly; 30 s of steady pictures make up for it', () => {
  const rig = setUp();
  rig.start();
  for (let at = 0; at < 620; at += 1) {
    const count = rig.opened.length;
    rig.clock.advance(100);
    if (rig.opened.length === count && at > 0) continue;
    rig.picture();
    rig.fail('camera-offline');
  }
  // It was opened 293 times in 62 s.
  expect(rig.opened.length).toBeLessThan(14);
  rig.clock.advance(7.5 * second);
  for (let at = 0; at < 32; at += 1) {
    rig.picture();
    rig.clock.advance(second);
  }
  const count = rig.opened.length;
  rig.fail('camera-offline');
  rig.clock.advance(250);
  expect(rig.opened).toHaveLength(count + 1);
});

test('announced sound that never comes: the picture is passed on, also when the source ends at once', () => {
  const rig = setUp();
  rig.start();
  rig.picture(
    undefined,
    {},
    { ...tracks, audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: Uint8Array.of(1) } },
  );
  expect(rig.received).toEqual([]);
  rig.fail('camera-offline');
  expect(rig.received).toHaveLength(1);
});

test('a clock that is set back by a day: cameras are reopened, their pictures count, also after the next reconnect', () => {
  const rig = setUp();
  rig.start();
  rig.picture(undefined, { decodeTime: 86_400 * videoTimescale });
  rig.clock.advance(second);
  rig.clock.setWallClock(rig.clock.now() - 86_400 * second);
  rig.clock.advance(second);
  expect([rig.opened.length, rig.opened[0]?.stopped, rig.states]).toEqual([2, true, ['a online']]);
  rig.picture(undefined, { decodeTime: 10 * videoTimescale });
  rig.fail('camera-offline');
  rig.clock.advance(second);
  rig.picture(undefined, { decodeTime: 12 * videoTimescale });
  expect(rig.received.map(({ decodeTime }) => decodeTime / videoTimescale)).toEqual([86_400, 10, 12]);
  expect(rig.warnings()).toContainEqual(expect.objectContaining({ seconds: 86_400 }));
});

test('a camera that is offline while the clock is set back is accepted when it returns; drift and a clock set forward open nothing', () => {
  const rig = setUp();
  rig.start();
  rig.picture(undefined, { decodeTime: 86_400 * videoTimescale });
  rig.fail('camera-offline');
  rig.clock.setWallClock(rig.clock.now() - 86_400 * second);
  rig.clock.advance(second);
  rig.picture(undefined, { decodeTime: 10 * videoTimescale });
  expect(rig.received).toHaveLength(2);
  const { length } = rig.opened;
  for (const step of [3_600_000, -400, -400, 900]) {
    rig.clock.setWallClock(rig.clock.now() + step);
    rig.clock.advance(second);
  }
  expect(rig.opened).toHaveLength(length);
});
