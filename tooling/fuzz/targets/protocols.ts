import { decodeAgentSample, encodeAgentSample } from '../../../packages/contract/src/protocols/agent-protocol.ts';
import { decodeLiveMedia, decodeTalk, encodeLiveMedia, encodeTalk } from '../../../packages/contract/src/protocols/live-protocol.ts';
import { createManualClock } from '../../../packages/contract/src/testing/manual-clock.ts';
import { readAgentMessage, readAuthorizeMessage } from '../../../packages/server/src/features/add-camera/add-camera-agent-messages.ts';
import { findFrameFault, findTrackFault } from '../../../packages/server/src/media/ingest/push-faults.ts';
import { createPushListener } from '../../../packages/server/src/media/ingest/push-listener.ts';
import { createPushTimelines, createPushTimeline, type PushTimeline } from '../../../packages/server/src/media/ingest/push-timelines.ts';
import { parseClientMessage } from '../../../packages/server/src/media/live/live-messages.ts';
import type { Sample, SourceListener } from '../../../packages/server/src/media/media-types.ts';
import { buildFragment } from '../../../packages/server/src/media/packaging/fragment.ts';
import { initSectionOf } from '../../../packages/server/src/media/packaging/init-section.ts';
import type { FuzzTarget } from '../fuzz.ts';
import { records, recordStructure } from '../structures.ts';
import { avcConfiguration, bytesOf, nalUnits } from './samples.ts';

/** Kind of a record, by its first byte. */
const [text, binary, reconnect] = [0, 1, 2];
const message = (value: unknown): Uint8Array => bytesOf([text], Buffer.from(JSON.stringify(value)));
const avcc = Buffer.concat(nalUnits.slice(0, 3).flatMap((unit) => [Uint8Array.of(0, 0, unit.length >> 8, unit.length & 255), unit]));
const sample = (decodeTime: number, isVideo: boolean, isLate = false): Uint8Array =>
  bytesOf(
    [binary],
    encodeAgentSample({
      stream: 'main',
      kind: isVideo ? 'video' : 'audio',
      keyFrame: true,
      decodeTime,
      compositionOffset: 0,
      duration: 0.04,
      data: isVideo ? avcc : Uint8Array.of(9, 8, 7),
      late: isLate,
    }),
  );
const tracks = (isLate: boolean): Uint8Array =>
  message({
    type: 'tracks',
    stream: 'main',
    timeline: 'abcdefgh',
    video: {
      kind: 'video',
      codec: 'avc1.4d401f',
      width: 320,
      height: 180,
      configuration: Buffer.from(avcConfiguration).toString('base64'),
    },
    audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: 'FAg=' },
    ...(isLate && { late: true }),
  });
const tokens = [
  '"',
  '{',
  '}',
  '[',
  ',',
  ':',
  'null',
  'true',
  '1e308',
  '-1',
  '0.5',
  '"main"',
  '"low"',
  '"late":true',
  '\\ud800',
  '__proto__',
].map((word) => bytesOf(word));

export const agentTarget: FuzzTarget = {
  name: 'agent and push protocol',
  samples: [
    records.join([
      message({ type: 'capabilities', speaker: true, low: false }),
      tracks(false),
      sample(1, true),
      sample(1.01, false),
      sample(1.04, true),
      sample(1.08, true),
      message({ type: 'ended', stream: 'low' }),
    ]),
    records.join([
      tracks(false),
      sample(10, true),
      bytesOf([reconnect]),
      tracks(false),
      sample(20, true),
      tracks(true),
      sample(12, true, true),
      sample(12.5, false, true),
      message({ type: 'caught-up' }),
      sample(20.04, true),
    ]),
    records.join([message({ type: 'authorize', token: 'a-b_c-d-e-f-g-h-i-j' })]),
  ],
  structure: recordStructure,
  tokens,
  parse: (input) => {
    const clock = createManualClock();
    const timelines = createPushTimelines(clock);
    const seen = new Set<string>();
    const last = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY };
    let bytes = 0;
    const check = (one: Sample): void => {
      const isSound = Number.isSafeInteger(one.decodeTime) && one.decodeTime >= 0 && one.compositionOffset >= 0 && one.duration > 0;
      if (!isSound) throw new RangeError(`a sample at ${one.decodeTime} for ${one.duration}`);
      bytes += 32 + one.data.length;
      buildFragment([one], 1);
    };
    const consumer: SourceListener = {
      onTracks: (next) => void seen.add(initSectionOf(next).mimeType.slice(0, 40)),
      onSample: (one) => {
        check(one);
        if (one.decodeTime < last[one.kind]) throw new RangeError(`${one.decodeTime} after ${last[one.kind]}`);
        last[one.kind] = one.decodeTime;
        seen.add(`${one.kind} ${one.keyFrame}`);
      },
      onEnd: ({ code }) => void seen.add(code),
      onCut: (from) => {
        if (!Number.isSafeInteger(from)) throw new RangeError(`a cut at ${from}`);
      },
      onLate: (one) => {
        check(one);
        seen.add('late');
      },
      onLateEnd: () => void seen.add('late end'),
      keepsLate: () => true,
    };
    const openTimeline = (name: string | undefined): PushTimeline =>
      name === undefined ? createPushTimeline(clock, null) : timelines.open('cam_1', name);
    const open = (): ReturnType<typeof createPushListener> =>
      createPushListener({
        stream: 'main',
        openTimeline,
        listener: consumer,
        ask: (spans) => void seen.add(`asks ${Math.min(3, spans.length)}`),
        end: () => void seen.add('ended'),
      });
    let listener = open();
    for (const record of records.split(input)) {
      clock.advance(20);
      const body = record.subarray(1);
      const kind = (record[0] ?? 0) % 3;
      if (kind === reconnect) {
        listener = open();
        // A new connection sends the sound of what arrived in part again.
        last.video = last.audio = Number.NEGATIVE_INFINITY;
      } else if (kind === binary) {
        const decoded = decodeAgentSample(body);
        if (decoded.kind === 'video') seen.add(String(findFrameFault(decoded)).slice(0, 12));
        listener.onSample(decoded);
      } else {
        const words = Buffer.from(body).toString('utf8');
        if (readAuthorizeMessage(words) !== null) seen.add('authorized');
        const read = readAgentMessage(words);
        if (!read) return { outcome: `invalid ${seen.size}`, bytes };
        listener.onMessage(read);
        seen.add(read.type);
        if (read.type === 'tracks')
          seen.add(
            String(findTrackFault({ ...read.video, configuration: new Uint8Array(Buffer.from(read.video.configuration, 'base64')) })).slice(
              0,
              30,
            ),
          );
      }
    }
    listener.stop();
    return { outcome: [...seen].toSorted((a, b) => (a < b ? -1 : 1)).join(), bytes };
  },
  // What the connection of the agent ends at.
  isRefusal: (error) => error instanceof TypeError && error.message.includes('agent sample'),
};

export const liveTarget: FuzzTarget = {
  name: 'live protocol',
  samples: [
    records.join([
      message({ type: 'authorize', token: 'a' }),
      message({ type: 'subscribe', channel: 1, cameraId: 'cam_0123456789abcdef', quality: 'low', audio: true, frames: 'key', hevc: true }),
      message({ type: 'talk', channel: 1, mimeType: 'audio/webm;codecs="opus"' }),
      message({ type: 'ping', id: 7 }),
      bytesOf([binary], encodeTalk(1, Uint8Array.of(1, 2, 3))),
      bytesOf(
        [reconnect],
        encodeLiveMedia({
          kind: 'fragment',
          keyFrame: true,
          discontinuity: false,
          channel: 1,
          time: 1_800_000_000_000,
          payload: Uint8Array.of(1, 2),
        }),
      ),
    ]),
  ],
  structure: recordStructure,
  tokens,
  parse: (input) => {
    const seen: string[] = [];
    let bytes = 0;
    for (const record of records.split(input)) {
      const body = record.subarray(1);
      const kind = (record[0] ?? 0) % 3;
      if (kind === text) {
        const parsed = parseClientMessage(Buffer.from(body).toString('utf8'));
        bytes += parsed ? JSON.stringify(parsed).length : 0;
        seen.push(parsed?.type ?? 'none');
      } else if (kind === binary) {
        const { channel, payload } = decodeTalk(body);
        bytes += payload.length;
        seen.push(`talk ${channel > 255}`);
      } else seen.push(decodeLiveMedia(Uint8Array.from(body).buffer).kind);
    }
    return { outcome: seen.slice(0, 8).join(), bytes };
  },
  isRefusal: (error) => error instanceof TypeError && /live media|talk message/.test(error.message),
};
