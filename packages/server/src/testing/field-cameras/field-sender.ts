import { randomBytes } from 'node:crypto';
import { callEvery, systemClock } from '@watchpost/contract/timing/clock';
import { sceneNameOf } from './field-answers.ts';
import type { FieldBehaviour, TrackKind } from './field-case.ts';
import { fieldScene, fieldSounds, packetise, pictureRate } from './field-media.ts';

const tickMs = 20;
const pictureTicks = 90_000 / pictureRate;

/** A track that was set up. */
export interface SendingTrack {
  readonly base: number;
  readonly ssrc: number;
  sequence: number;
  /** Sends one RTP packet. */
  send(packet: Buffer): void;
}

export function createTrack(send: SendingTrack['send']): SendingTrack {
  return { base: randomBytes(4).readUInt32BE(), ssrc: randomBytes(4).readUInt32BE() >>> 1, sequence: randomBytes(2).readUInt16BE(), send };
}

/**
 * Sends a case's picture and sound in real time, beginning with a key frame.
 * @param play how many times the camera has been played, this one included
 * @returns a function that ends it
 */
export function startSending(
  behaviour: FieldBehaviour,
  tracks: ReadonlyMap<TrackKind, SendingTrack>,
  play: number,
  afterPicture: (picture: number) => void,
): () => void {
  const startedAt = systemClock.monotonic();
  const video = tracks.get('video');
  const audio = behaviour.sound && tracks.get('audio');
  const sound = behaviour.sound && fieldSounds[behaviour.sound];
  let pictures = 0;
  let packets = 0;

  const send = (
    kind: TrackKind,
    track: SendingTrack,
    index: number,
    time: number,
    payloadType: number,
    marker: boolean,
    payload: Buffer,
  ): void => {
    const plain = { kind, index, timestamp: (track.base + time) % 2 ** 32, ssrc: track.ssrc, payloadType };
    const packet = behaviour.rtp?.(plain) ?? plain;
    const bytes = Buffer.alloc(12 + payload.length);
    bytes.set([0x80, (marker ? 0x80 : 0) | packet.payloadType]);
    bytes.writeUInt16BE(track.sequence, 2);
    bytes.writeUInt32BE(packet.timestamp % 2 ** 32, 4);
    bytes.writeUInt32BE(packet.ssrc, 8);
    payload.copy(bytes, 12);
    track.sequence = (track.sequence + 1) & 0xffff;
    if (kind === 'video' && behaviour.isLost?.(index)) return;
    track.send(bytes);
  };
  const sendPicture = (track: SendingTrack, index: number): void => {
    const { isHevc, parameterSets, pictures: all } = fieldScene(sceneNameOf(behaviour, index));
    const whole = all[index % all.length];
    if (!whole) return;
    const picture = { index, isKeyFrame: whole.isKeyFrame, isHevc };
    const plain = whole.isKeyFrame ? [...parameterSets, ...whole.units] : whole.units;
    const split = (behaviour.units?.(plain, picture) ?? plain).flatMap((unit) => packetise(unit, isHevc));
    const payloads = behaviour.payloads?.(split, picture) ?? split;
    payloads.forEach((payload, at) => send('video', track, index, index * pictureTicks, 96, at === payloads.length - 1, payload));
    afterPicture(index);
  };

  let isEnded = false;
  const sendDue = (): void => {
    const seconds = (systemClock.monotonic() - startedAt) / 1000;
    for (; video && !isEnded && pictures <= seconds * pictureRate; pictures += 1)
      if (!behaviour.isMuted?.('video', seconds, play)) sendPicture(video, pictures);
    if (!audio || !sound) return;
    for (; !isEnded && packets * sound.ticks <= seconds * sound.clockRate; packets += 1) {
      if (behaviour.isMuted?.('audio', seconds, play)) continue;
      const payload = sound.payload(packets);
      const type = behaviour.soundType ?? sound.payloadType;
      send('audio', audio, packets, packets * sound.ticks, type, true, behaviour.payload?.(payload, packets) ?? payload);
    }
  };
  const cancel = callEvery(systemClock, tickMs, sendDue);
  return () => {
    isEnded = true;
    cancel();
  };
}
