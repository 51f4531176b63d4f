import type { ClockPort } from '@watchpost/sdk-core';

export interface ReceiverStats {
  /** Requests new statistics, at most once a second. @returns bytes received since the previous result */
  read(): number;
  /** Whether sound arrives: its place in the answer is kept for sound that begins later, or again. */
  hasSound(): boolean;
  codec(): string | null;
  frameRate(): number | null;
  /** Mean time in the jitter buffer, ms. */
  jitterBuffer(): number;
  /** Half of the round-trip time, ms. */
  oneWayDelayMs(): number;
}

const readIntervalMs = 1_000;
/** Sound of which nothing has come at this many readings in a row has ended. */
const maxSilentReads = 3;

/** Cached video statistics of a WebRTC connection, readable synchronously. */
export function createReceiverStats(peer: RTCPeerConnection, clock: Pick<ClockPort, 'monotonic'>): ReceiverStats {
  let askedAt = Number.NEGATIVE_INFINITY;
  let inbound: RTCInboundRtpStreamStats | null = null;
  let codec: string | null = null;
  let roundTrip = 0;
  let bytes = 0;
  let lastBytes = 0;
  let soundPackets = 0;
  let silentReads = maxSilentReads;

  async function ask(): Promise<void> {
    const report = await peer.getStats();
    let received = 0;
    for (const entry of report.values()) {
      if (entry.type === 'inbound-rtp' && entry.kind === 'video') inbound = entry;
      if (entry.type === 'inbound-rtp' && entry.kind === 'audio') received = Number(entry.packetsReceived);
      if (entry.type === 'codec' && String(entry.mimeType).startsWith('video/')) codec = `${entry.mimeType}`.slice('video/'.length);
      if (entry.type === 'candidate-pair' && entry.state === 'succeeded') roundTrip = Number(entry.currentRoundTripTime ?? 0) * 1000;
    }
    silentReads = received > soundPackets ? 0 : silentReads + 1;
    soundPackets = received;
    bytes = inbound?.bytesReceived ?? bytes;
  }
  return {
    read() {
      if (clock.monotonic() - askedAt >= readIntervalMs) {
        askedAt = clock.monotonic();
        ask().catch(() => {});
      }
      const fresh = Math.max(0, bytes - lastBytes);
      lastBytes = bytes;
      return fresh;
    },
    hasSound: () => silentReads < maxSilentReads,
    codec: () => codec,
    frameRate: () => inbound?.framesPerSecond ?? null,
    jitterBuffer: () =>
      inbound?.jitterBufferEmittedCount ? ((inbound.jitterBufferDelay ?? 0) / inbound.jitterBufferEmittedCount) * 1000 : 0,
    oneWayDelayMs: () => roundTrip / 2,
  };
}
