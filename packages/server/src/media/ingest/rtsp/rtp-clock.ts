import type { Clock } from '@watchpost/contract/timing/clock';
import { createWallClock, type WallClock } from '../wall-clock.ts';
import type { SenderReport } from './rtcp.ts';
import { createUnwrapper } from './rtp.ts';

/** The timeline of one track and its place on the wall clock, in seconds. */
export interface RtpClock {
  /** Returns a packet's time from its timestamp, which wraps around (at 90 kHz every 13 hours). */
  timeOf(timestamp: number): number;
  readonly wall: WallClock;
  report(report: SenderReport): void;
  /** Converts to NTP time by the camera's reports; null while they are not reliable. */
  toNtp(time: number): number | null;
  fromNtp(ntp: number): number | null;
}

interface Moment {
  readonly time: number;
  readonly ntp: number;
}

/** Reports closer together than this are too imprecise for a rate. */
const minReportDistanceSeconds = 1;
/** A quartz clock deviates less than this, apart from rounding. */
const quartzTolerance = 0.005;

export function createRtpClock(clockRate: number, clock: Clock): RtpClock {
  const wall = createWallClock(clock);
  const unwrap = createUnwrapper();
  let newest: number | null = null;
  let reference: Moment | null = null;
  /** NTP seconds per second of the track's clock. */
  let slope = 1;
  let measured = 1;
  let isReliable = true;

  return {
    timeOf: (timestamp) => {
      newest = unwrap(timestamp);
      return newest / clockRate;
    },
    wall,
    report: ({ ntp, timestamp }) => {
      newest ??= unwrap(timestamp);
      // A wrong report must not move the track's own count.
      const moment = { time: (newest + ((timestamp - newest) | 0)) / clockRate, ntp };
      if (reference && Math.abs(moment.time - reference.time) < minReportDistanceSeconds) return;
      if (reference) {
        const before = measured;
        measured = (moment.ntp - reference.ntp) / (moment.time - reference.time);
        const isQuartz = Math.abs(measured - 1) < quartzTolerance;
        slope = isQuartz ? 1 : measured;
        // An odd rate counts when it is measured twice; one that keeps changing is not a clock.
        isReliable = isQuartz || (measured > 0 && Math.abs(measured / before - 1) < quartzTolerance);
      }
      reference = moment;
    },
    toNtp: (time) => (reference && isReliable ? reference.ntp + (time - reference.time) * slope : null),
    fromNtp: (ntp) => (reference && isReliable ? reference.time + (ntp - reference.ntp) / slope : null),
  };
}

/** A larger distance between audio and picture means that the reports are wrong. */
const maxSkewSeconds = 3;

/**
 * Places a moment of the audio on the wall clock, beside the picture of the same moment according to the camera's reports.
 * Without plausible reports, the time of arrival counts.
 */
export function placeSound(time: number, sound: RtpClock, picture: RtpClock): number {
  const arrived = sound.wall.at(time);
  const ntp = sound.toNtp(time);
  const shown = ntp === null ? null : picture.fromNtp(ntp);
  if (shown === null) return arrived;
  const besidePicture = picture.wall.at(shown);
  return Math.abs(besidePicture - arrived) <= maxSkewSeconds ? besidePicture : arrived;
}
