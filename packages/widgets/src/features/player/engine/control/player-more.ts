import { mediaSourceClass } from '../media/media-buffer.ts';
import type { PlayerCore, PlayerMore, TransportOptions } from '../player-core.ts';
import type { PlayerMode } from '../player-state.ts';
import type { Transport, TransportName } from '../transport.ts';
import { createFootageReader } from './footage-reader.ts';
import { isFullscreen } from './fullscreen.ts';
import { createPresence } from './presence.ts';
import { createQualityControl } from './quality-control.ts';
import { createRecovery } from './recovery.ts';
import { readStats } from './read-stats.ts';
import { nextTransport, transportLadder } from './transport-ladder.ts';

type MakeTransport = (options: TransportOptions) => Transport;

/** Code of a transport, fetched when it is first wanted. */
const transports: Readonly<Record<TransportName, (time: number) => Promise<MakeTransport>>> = {
  websocket: async () => (await import('../live/live-transport.ts')).createLiveTransport,
  webcodecs: async () => (await import('../live/webcodecs-transport.ts')).createWebCodecsTransport,
  webrtc: async () => (await import('../live/webrtc-transport.ts')).createWebRtcTransport,
  hls: async () => (mediaSourceClass() ? (await import('../live/hls-transport.ts')).createHlsTransport : (await import('../live/native-hls-transport.ts')).createNativeHlsTransport),
  archive: async (time) => {
    const { createArchiveTransport } = await import('../archive/archive-transport.ts');
    return (options) => createArchiveTransport(options, time);
  },
};
/** Beats of a quarter of a second. */
const latencyEvery = 20;
const footageEvery = 40;

/** What the player can do beyond the first live picture. */
export function createPlayerMore(core: PlayerCore): PlayerMore {
  const { options: { video, stage }, signals, life } = core;
  const presence = createPresence(core);
  const footage = createFootageReader(core);
  const quality = createQualityControl(core);
  const recovery = createRecovery(core.clock);
  let beats = 0;

  const ladder = () => transportLadder(core.choice, {
    mediaSource: mediaSourceClass() !== null,
    webRtc: typeof RTCPeerConnection === 'function',
    videoDecoder: typeof VideoDecoder === 'function',
    nativeHls: video.canPlayType('application/vnd.apple.mpegurl') !== '',
  });
  document.addEventListener('fullscreenchange', () => void (signals.fullscreen.value = isFullscreen(stage)), { signal: life });

  /** @param besides the way that is tried now may still win */
  async function openWay(name: TransportName, time: number, isWanted: () => boolean, besides = false): Promise<void> {
    try {
      const make = await transports[name](time);
      if (isWanted()) core.adopt(make, besides);
      if (name === 'archive') core.current()?.setSpeed?.(signals.speed.value);
    } catch {
      if (isWanted()) core.fail('network', false);
    }
  }
  return {
    open(mode: PlayerMode, time, isWanted) {
      if (mode === 'live') core.way ??= nextTransport(ladder(), null);
      const name = mode === 'archive' ? 'archive' : core.way;
      if (name === null) return core.report({ type: 'error', code: 'codec-unsupported-here' }), core.dispatch({ type: 'fail', code: 'codec-unsupported-here' });
      void openWay(name, time, isWanted);
    },
    fallBack(silent) {
      const tried = core.current();
      const next = nextTransport(ladder(), core.way);
      if (!tried || next === null || next === core.way) return core.fail('network', false);
      core.way = next;
      if (silent) void openWay(next, 0, () => core.current() === tried, true);
      else core.load('live', 0);
    },
    recover() {
      const { kind } = signals.state.value;
      const step = recovery.next(core.isOnline);
      if (step === 'wait' || kind === 'paused' || kind === 'error') return;
      const left = core.current();
      if (left?.mode === 'archive') return core.load('archive', signals.position.value ?? core.clock.now());
      if (step === 'next-transport') core.way = nextTransport(ladder(), core.way);
      core.load('live', 0);
    },
    settle: recovery.onPicture,
    congested: quality.congested,
    beat() {
      beats += 1;
      quality.beat();
      if (beats % latencyEvery === 0 && signals.latency.value !== null) core.report({ type: 'latency', latency: signals.latency.value });
      if (beats % footageEvery === 0) footage.refresh();
    },
    stats: () => readStats(core),
    setVolume(volume) {
      video.volume = signals.volume.value = Math.min(1, Math.max(0, volume));
    },
    setSpeed(speed) {
      if (!Number.isFinite(speed)) return;
      signals.speed.value = Math.min(16, Math.max(0.25, speed));
      core.current()?.setSpeed?.(signals.speed.value);
    },
    step(direction) {
      core.current()?.step?.(direction);
    },
    setQuality: quality.setQuality,
    setFrames: quality.setFrames,
    setTransport(choice) {
      if (core.choice === choice) return;
      core.choice = choice;
      core.way = nextTransport(ladder(), null);
      const transport = core.current();
      if (transport?.mode === 'live' && transport.name !== core.way) core.load('live', 0);
    },
    setActive: presence.setActive,
    toggleFullscreen() {
      if (isFullscreen(stage)) void document.exitFullscreen();
      else void stage.requestFullscreen().catch(() => {});
    },
    loadFootage(from, to) {
      // Who sees the line of time will soon go back on it.
      void transports.archive(0).catch(() => {});
      footage.load(from, to);
    },
    dispose: presence.dispose,
  };
}
