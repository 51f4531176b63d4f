import type { AgentTracks } from '@watchpost/contract/protocols/agent';
import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Tracks, VideoTrack } from '../media-types.ts';
import { createAgentLinks, type AgentLinkListener } from './agent-links.ts';
import { findTrackFault } from './push-faults.ts';
import { createPushGates } from './push-gate.ts';
import { repairTrack } from './push-repair.ts';
import { createPushSource } from './push-source.ts';
import { createPushTimelines } from './push-timelines.ts';

/** Constrained baseline 3.1, 1280 × 720, from Firefox 153 with its stand-in for a camera. */
const sps = '6742c01fd9005005ba10000003001001e84800f1832480';
const pps = '68cb8cb2';
const slice = '65b80004000009';
const right = `0142c01fffe10017${sps}010004${pps}`;
/** What the same Firefox writes beside that frame: `H264::WriteExtraData` puts a header before units that have one. */
const doubled = `0142c01f0301001867${sps}01000568${pps}`;

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));
const frameOf = (...units: readonly string[]): Uint8Array =>
  hex(units.map((unit) => (unit.length / 2).toString(16).padStart(8, '0') + unit).join(''));
const trackOf = (configuration: string): VideoTrack => ({
  kind: 'video',
  codec: 'avc1.42c01f',
  width: 1280,
  height: 720,
  configuration: hex(configuration),
});

test('a configuration whose headers are doubled has a fault, although its parts can be read', () => {
  expect(findTrackFault(trackOf(right))).toBe(null);
  expect(findTrackFault(trackOf(doubled))).toBe('The picture parameter sets belong to another sequence.');
});

test.each([
  ['Firefox: made from the key frame’s own parameter sets', doubled, frameOf(sps, pps, slice), right],
  ['of no parameter sets: the same', '0142c01fffe000', frameOf(sps, pps, slice), right],
  ['a configuration that is well stays, whatever the frame has', right, frameOf(`${sps}80`, pps, slice), right],
  ['without parameter sets in the frame, nothing can be done', doubled, frameOf(slice), doubled],
  ['nor with one of the two', doubled, frameOf(sps, slice), doubled],
  ['nor with a frame that is cut off', doubled, frameOf(sps, pps, slice).subarray(0, 16), doubled],
])('a decoder configuration, %s', (_, announced, frame, expected) => {
  expect(Buffer.from(repairTrack(trackOf(announced), frame).configuration).toString('hex')).toBe(expected);
});

test('never throws, whatever bytes arrive', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }),
      (configuration, frame) => void repairTrack({ ...trackOf(''), configuration }, frame),
    ),
  );
});

/** A phone that pushes one key frame; what the server received of it, and what it was answered. */
function push(configuration: string, frame: Uint8Array) {
  const clock = createManualClock();
  const links = createAgentLinks();
  const side: { listener: AgentLinkListener | null } = { listener: null };
  const refused: string[] = [];
  links.add('c1', {
    capabilities: { speaker: false, low: false },
    listen: (_, next) => void (side.listener = next),
    ask: () => undefined,
    refuse: (stream) => void refused.push(stream),
    talk: () => null,
  });
  const received: Tracks[] = [];
  const ends: string[] = [];
  const gate = createPushGates({ check: async () => null, log: pino({ level: 'silent' }) })('c1');
  createPushSource({ cameraId: 'c1', links, timelines: createPushTimelines(clock), gate, clock }).start({
    onTracks: (tracks) => void received.push(tracks),
    onSample: () => undefined,
    onEnd: ({ code }) => void ends.push(code),
  });
  const video: AgentTracks['video'] = { ...trackOf(''), configuration: Buffer.from(configuration, 'hex').toString('base64') };
  side.listener?.onMessage({ type: 'tracks', stream: 'main', video, audio: null });
  side.listener?.onSample({
    stream: 'main',
    kind: 'video',
    keyFrame: true,
    decodeTime: 1,
    compositionOffset: 0,
    duration: 0.04,
    data: frame,
  });
  return { received, refused, ends };
}

test('a phone in Firefox is passed on with what can be decoded', async () => {
  const { received, refused } = push(doubled, frameOf(sps, pps, slice));
  await expect.poll(() => received.map(({ video }) => Buffer.from(video.configuration).toString('hex'))).toEqual([right]);
  expect(refused).toEqual([]);
});

test('a phone whose configuration can’t be repaired is refused, and is answered so', () => {
  expect(push(doubled, frameOf(slice))).toEqual({ received: [], refused: ['main'], ends: ['camera-video-broken'] });
});
