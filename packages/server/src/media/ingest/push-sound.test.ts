import type { AgentAudioTrack } from '@watchpost/contract/protocols/agent';
import { encodeAgentSample, decodeAgentSample } from '@watchpost/contract/protocols/agent';
import { createManualClock } from '@watchpost/contract/testing';
import { describe, expect, test } from 'vitest';
import type { Sample } from '../media-types.ts';
import type { SoundFormat, SoundTranscoder } from '../transcode/sound-transcoder.ts';
import { createPushListener } from './push-listener.ts';
import { openPushSound } from './push-sound.ts';
import { createPushTimeline } from './push-timelines.ts';

const plain: AgentAudioTrack = { kind: 'audio', codec: 'pcmu', sampleRate: 16_000, channels: 1, configuration: '' };

/** Immediately makes a frame of each piece, with the piece's own time. */
function fakeTranscoder() {
  const opened: SoundFormat[] = [];
  let open = 0;
  const transcoder: SoundTranscoder = {
    open: (format, onFrame) => {
      opened.push(format);
      open += 1;
      return { push: (time, data) => onFrame(time, data), close: () => void (open -= 1) };
    },
    close: () => undefined,
  };
  return { transcoder, opened, isOpen: () => open };
}

describe('audio of an agent', () => {
  test('G.711 becomes AAC of the same rate, on the wall clock', () => {
    const { transcoder, opened, isOpen } = fakeTranscoder();
    const samples: Sample[] = [];
    const sound = openPushSound(plain, transcoder, (sample) => void samples.push(sample));
    expect(opened).toEqual([{ codec: { name: 'pcmu' }, sampleRate: 16_000, channels: 1 }]);
    // AudioSpecificConfig of AAC-LC, 16 kHz, mono.
    expect(sound?.track).toMatchObject({ codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: Uint8Array.of(0x14, 0x08) });
    sound?.encode?.(2, 1_700_000_000, new Uint8Array(960));
    // Rounding and slewing leave no gaps between frames.
    sound?.encode?.(2 + 1024 / 16_000, 1_700_000_000.001, new Uint8Array(960));
    expect(samples.map(({ kind, decodeTime, duration }) => [kind, decodeTime, duration])).toEqual([
      ['audio', 1_700_000_002 * 16_000, 1024],
      ['audio', 1_700_000_002 * 16_000 + 1024, 1024],
    ]);
    sound?.stop();
    expect(isOpen()).toBe(0);
  });

  test('without codecs, or at a rate that AAC does not have, the stream has video only', () => {
    const { transcoder } = fakeTranscoder();
    expect(openPushSound(plain, undefined, () => undefined)).toBe(null);
    expect(openPushSound({ ...plain, sampleRate: 15_999 }, transcoder, () => undefined)).toBe(null);
    expect(openPushSound({ ...plain, codec: 'mp4a.40.2', configuration: 'AA==' }, transcoder, () => undefined)).toBe(null);
  });

  test('AAC is passed through', () => {
    const { transcoder, opened } = fakeTranscoder();
    expect(openPushSound({ ...plain, codec: 'mp4a.40.2', configuration: 'FAg=' }, transcoder, () => undefined)).toMatchObject({
      encode: null,
      track: { sampleRate: 16_000, channels: 1 },
    });
    expect(opened).toEqual([]);
  });

  test('a phone’s stream carries both from its first key frame on; another track ends the previous audio', () => {
    const clock = createManualClock();
    const { transcoder, isOpen } = fakeTranscoder();
    const received: string[] = [];
    const listener = createPushListener({
      stream: 'main',
      openTimeline: () => createPushTimeline(clock, null),
      sound: transcoder,
      ask: () => undefined,
      end: () => undefined,
      listener: {
        onTracks: ({ audio }) => void received.push(`tracks ${audio?.codec}`),
        onSample: ({ kind }) => void received.push(kind),
        onEnd: () => undefined,
      },
    });
    const send = (kind: 'video' | 'audio', decodeTime: number, keyFrame = true): void =>
      listener.onSample(
        decodeAgentSample(
          encodeAgentSample({ stream: 'main', kind, keyFrame, decodeTime, compositionOffset: 0, duration: 0.04, data: Uint8Array.of(1) }),
        ),
      );
    const tracks = {
      type: 'tracks',
      stream: 'main',
      video: { kind: 'video', codec: 'avc1.42e01f', width: 720, height: 1280, configuration: 'AULAHv/hAAA=' },
      audio: plain,
    } as const;
    listener.onMessage(tracks);
    send('audio', 1);
    send('video', 1.01, false);
    send('video', 1.05);
    send('audio', 1.06);
    expect(received).toEqual(['tracks mp4a.40.2', 'video', 'audio']);
    listener.onMessage({ ...tracks, audio: null });
    expect(isOpen()).toBe(0);
    send('video', 1.1);
    expect(received.slice(3)).toEqual(['tracks undefined', 'video']);
  });

  test('buffered pictures whose announced sound was never buffered have no audio track; it is there once there is any', () => {
    const clock = createManualClock();
    const late: string[] = [];
    const listener = createPushListener({
      stream: 'main',
      openTimeline: () => createPushTimeline(clock, 'since-1'),
      ask: () => undefined,
      end: () => undefined,
      listener: {
        onTracks: () => undefined,
        onSample: () => undefined,
        onEnd: () => undefined,
        keepsLate: () => true,
        onLate: ({ kind }, { audio }) => void late.push(`${kind} ${audio?.codec ?? 'alone'}`),
      },
    });
    const tracks = {
      type: 'tracks',
      stream: 'main',
      timeline: 'since-1',
      video: { kind: 'video', codec: 'avc1.42e01f', width: 720, height: 1280, configuration: 'AULAHv/hAAA=' },
      audio: { ...plain, codec: 'mp4a.40.2', configuration: 'FAg=' },
    } as const;
    const send = (kind: 'video' | 'audio', decodeTime: number, isLate: boolean): void =>
      listener.onSample({
        ...decodeAgentSample(
          encodeAgentSample({
            stream: 'main',
            kind,
            keyFrame: true,
            decodeTime,
            compositionOffset: 0,
            duration: 0.04,
            data: Uint8Array.of(1),
          }),
        ),
        late: isLate,
      });
    listener.onMessage(tracks);
    send('video', 20, false);
    listener.onMessage({ ...tracks, late: true });
    send('video', 11, true);
    send('audio', 11.02, true);
    send('video', 12, true);
    expect(late).toEqual(['video alone', 'audio mp4a.40.2', 'video mp4a.40.2']);
  });
});
