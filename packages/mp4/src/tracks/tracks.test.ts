import fc from 'fast-check';
import { expect, test } from 'vitest';
import { walkBoxes } from '../boxes/box-reader.ts';
import { filterTracks } from '../movies/movie-filter.ts';
import { audioTrackId, videoTrackId, writeFragmentedMovie } from '../movies/movie-writer.ts';
import { writeAudioSampleEntry, writeVideoSampleEntry } from './sample-entry-writer.ts';
import { readSampleEntry, readTracks } from './track-reader.ts';

const pixels = fc.integer({ min: 1, max: 0xffff });
const video = fc.record({
  type: fc.constantFrom('avc1' as const, 'hvc1' as const),
  width: pixels,
  height: pixels,
  configuration: fc.uint8Array({ minLength: 4, maxLength: 300 }),
  pixelAspect: fc.option(fc.record({ horizontal: pixels, vertical: pixels }), { nil: undefined }),
});
const audio = fc.record({
  type: fc.constantFrom('mp4a' as const, 'Opus' as const),
  channels: fc.integer({ min: 1, max: 8 }),
  sampleRate: fc.integer({ min: 8000, max: 48_000 }),
  configuration: fc.uint8Array({ minLength: 2, maxLength: 300 }),
});

test('tracks and sample entries are read as they were written', () => {
  fc.assert(
    fc.property(video, audio, (picture, sound) => {
      const entries = [writeVideoSampleEntry(picture), writeAudioSampleEntry(sound)] as const;
      const moov = writeFragmentedMovie(
        [
          { kind: 'video', timescale: 90_000, width: picture.width, height: picture.height, sampleEntries: [entries[0]] },
          { kind: 'audio', timescale: sound.sampleRate, width: 0, height: 0, sampleEntries: [entries[1]] },
        ],
        null,
      );
      const [span] = walkBoxes(moov);
      if (!span) throw new Error('There is no moov.');
      const tracks = readTracks(moov, span);
      const defaults = { duration: 0, size: 0, flags: 0 };
      expect(tracks).toEqual([
        {
          id: videoTrackId,
          kind: 'video',
          timescale: 90_000,
          width: picture.width,
          height: picture.height,
          sampleEntry: entries[0],
          defaults,
        },
        { id: audioTrackId, kind: 'audio', timescale: sound.sampleRate, width: 0, height: 0, sampleEntry: entries[1], defaults },
      ]);
      const { pixelAspect: _, ...visual } = picture;
      expect(tracks.map(readSampleEntry)).toEqual([
        { kind: 'video', ...visual },
        { kind: 'audio', ...sound },
      ]);
    }),
  );
});

test('removing the audio track yields the movie that never had one', () => {
  const sampleEntries = [writeVideoSampleEntry({ type: 'avc1', width: 16, height: 16, configuration: new Uint8Array(8) })];
  const picture = { kind: 'video' as const, timescale: 90_000, width: 16, height: 16, sampleEntries };
  const soundEntries = [writeAudioSampleEntry({ type: 'mp4a', channels: 1, sampleRate: 16_000, configuration: new Uint8Array(2) })];
  const both = writeFragmentedMovie(
    [picture, { kind: 'audio', timescale: 16_000, width: 0, height: 0, sampleEntries: soundEntries }],
    null,
  );
  const [moov] = walkBoxes(both);
  if (!moov) throw new Error('There is no moov.');
  expect(filterTracks(both, moov, (id) => id === videoTrackId)).toEqual(writeFragmentedMovie([picture], null));
});
