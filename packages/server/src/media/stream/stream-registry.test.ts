import { pino } from 'pino';
import { expect, test } from 'vitest';
import { frame, tracks } from '../../testing/live/live-session-scene.ts';
import type { SourceListener } from '../media-types.ts';
import { createStreamRegistry } from './stream-registry.ts';

const log = pino({ level: 'silent' });

test('a substream follows its camera between nodes, and what ends late at the old one disturbs nothing', async () => {
  const streams = createStreamRegistry({ log });
  const calls: string[] = [];
  const own: SourceListener[] = [];
  streams.setSubstreamManager({
    hasOwn: () => true,
    begin: (_, input) => {
      calls.push('own begins');
      own.push(input);
      return true;
    },
    end: () => calls.push('own ends'),
  });
  const supplied: SourceListener[] = [];
  streams.setSupply({
    begin: (_, quality, input) => {
      calls.push(`${quality} comes from another node`);
      supplied.push(input);
    },
    end: (_, quality) => calls.push(`${quality} of the other node ends`),
  });
  const seen: string[] = [];
  streams.hold('c1');
  const leave = streams.open('c1', 'low').subscribe({
    onTracks: () => seen.push('tracks'),
    onSample: ({ decodeTime }) => seen.push(String(decodeTime / 90_000)),
    onOffline: () => seen.push('offline'),
  });
  own[0]?.onTracks(tracks);
  own[0]?.onSample(frame(1, true));
  streams.close('c1');
  // The transcoder runs on for some seconds.
  own[0]?.onSample(frame(2, false));
  supplied[0]?.onTracks(tracks);
  supplied[0]?.onSample(frame(3, true));
  own[0]?.onEnd({ code: 'camera-offline', detail: 'No viewers.' });
  expect(seen).toEqual(['tracks', '1', 'offline', 'tracks', '3']);

  streams.hold('c1');
  expect(streams.isHeld('c1')).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(['own begins', 'own ends', 'low comes from another node', 'low of the other node ends', 'own begins']);
  expect(streams.all()).toEqual([]);
  leave();
  expect(calls.at(-1)).toBe('own ends');
});

test('a server that runs alone holds every camera, and forgets the stream of one that is stopped', () => {
  const streams = createStreamRegistry({ log });
  streams.hold('c1');
  streams.open('c1').subscribe({ onTracks: () => undefined, onSample: () => undefined });
  expect(streams.isHeld('c1')).toBe(true);
  streams.close('c1');
  expect([streams.get('c1'), streams.isHeld('c1')]).toEqual([null, true]);
});
