import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { buildReceiverReport, createReception, readSenderReport, type Reception } from './rtcp.ts';
import { keepAliveInterval } from './rtsp-keep-alive.ts';
import type { PlayingTrack } from './rtsp-session.ts';
import type { SdpMedia } from './sdp.ts';

/** Reports what is received to the camera: some end a session without it, over TCP, too. */
export interface ReceiverReports {
  onPacket(media: SdpMedia, data: Buffer): void;
  onReport(media: SdpMedia, data: Buffer): void;
  stop(): void;
}

const maxIntervalMs = 5000;

export function createReceiverReports(tracks: readonly PlayingTrack[], timeoutSeconds: number, clock: Clock): ReceiverReports {
  const receptions = new Map<SdpMedia, Reception>(tracks.map(({ media }) => [media, createReception(media.clockRate, clock)]));
  const stop = callEvery(clock, Math.min(maxIntervalMs, keepAliveInterval(timeoutSeconds)), () => {
    for (const { media, sendReport } of tracks) sendReport(buildReceiverReport(receptions.get(media)?.next() ?? null));
  });
  return {
    onPacket: (media, data) => receptions.get(media)?.onPacket(data),
    onReport: (media, data) => {
      const report = readSenderReport(data);
      if (report) receptions.get(media)?.onSenderReport(report);
    },
    stop,
  };
}
