import { batch } from '@preact/signals-core';
import { WatchpostError } from '@watchpost/sdk-core';
import { createLiveKeeper } from '../live/live-keeper.ts';
import { mediaSourceClass } from '../media/media-buffer.ts';
import type { PlayerCore, PlayerMore, TransportOptions } from '../player-core.ts';
import { modeOf } from '../player-state.ts';
import type { PlayerMode } from '../player-state.ts';
import type { Transport, TransportName } from '../transport.ts';
import { createFootageReader } from './footage-reader.ts';
import { isFullscreen } from './fullscreen.ts';
import { createMeter } from './meter.ts';
import { opensNext } from './next-connection.ts';
import { createPresence } from './presence.ts';
import { createQualityControl } from './quality-control.ts';
import { createRecovery } from './recovery.ts';
import { readStats } from './read-stats.ts';
import { createStepping } from './stepping.ts';
import { transportLadder } from './transport-ladder.ts';
import { createWayBack } from './way-back.ts';

type MakeTransport = (options: TransportOptions) => Transport;

/** Code of a transport, fetched when it is first wanted. */
const transports: Readonly<Record<Exclude<TransportName, 'websocket'>, (time: number) => Promise<MakeTransport>>> = {
  webcodecs: async () => (await import('../live/webcodecs-transport.ts')).createWebCodecsTransport,
  webrtc: async () => (await import('../live/webrtc-transport.ts')).createWebRtcTransport,
  hls: async () => (mediaSourceClass() ? (await import('../live/hls-transport.ts')).createHlsTransport : (await import('../live/native-hls-transport.ts')).createNativeHlsTransport),
  archive: async (time) => {
    const { createArchiveTransport } = await import('../archive/archive-transport.ts');
    return (options) => createArchiveTransport(options, time);
  },
};

/** What the player can do beyond the first live picture. */
export function createPlayerMore(core: PlayerCore): PlayerMore {
  const { options, signals, life } = core;
  const { video, stage } = options;
  const presence = createPresence(core);
  const footage = createFootageReader(core);
  const quality = createQualityControl(core);
  const stepping = createStepping(core);
  const recovery = createRecovery(core.clock);
  /** Ways that did not work since the last picture. */
  const failed = new Set<string>();
  const meter = createMeter(core, {
    onBeat() {
      quality.beat();
      wayBack.beat();
    },
    onRest: footage.refresh,
  });

  const ladder = () => transportLadder(core.choice, {
    mediaSource: mediaSourceClass() !== null,
    webRtc: typeof RTCPeerConnection === 'function',
    videoDecoder: typeof VideoDecoder === 'function',
    nativeHls: video.canPlayType('application/vnd.apple.mpegurl') !== '',
  });
  const wayBack = createWayBack(core, () => ladder()[0]);
  addEventListener('online', tryNow, { signal: life });
  document.addEventListener('fullscreenchange', () => void (signals.fullscreen.value = isFullscreen(stage)), { signal: life });

  /** @param besides the way that is tried now may still win */
  async function openWay(name: keyof typeof transports, time: number, isWanted: () => boolean, besides = false): Promise<void> {
    try {
      const make = await transports[name](time);
      if (isWanted()) core.adopt(make, besides);
      if (name === 'archive') core.current()?.setSpeed?.(signals.speed.value);
    } catch {
      if (isWanted()) core.fail('network', false);
    }
  }
  /** Only the socket tells when a camera goes away: elsewhere it is asked for once the picture stands still, before its way is blamed. */
  async function isAway(left: Transport | null): Promise<boolean> {
    if (left?.name !== 'hls' && left?.name !== 'webrtc') return false;
    const camera = await options.client.cameras.get(options.cameraId, { signal: life }).catch(() => null);
    if (camera) signals.camera.value = camera;
    return camera?.state === 'offline';
  }
  /** The network is back: what waits for its next try waits no longer. */
  function tryNow(): void {
    if (core.current() || signals.state.value.kind !== 'connecting') return;
    const mode = modeOf(signals.state.value);
    core.load(mode, mode === 'archive' ? (signals.position.value ?? core.now()) : 0);
  }
  function keepLive(): void {
    const port = core.current()?.port;
    if (port) port.keeper ??= createLiveKeeper(port, options.liveDelay);
  }
  let isAsking = false;
  /** The socket has brought a picture to this page: it is allowed here. */
  let hasWorked = false;
  async function fallBack(isSilent: boolean): Promise<void> {
    const left = core.current();
    const live = options.client.player.live();
    if (left?.name === 'websocket') {
      if (isAsking) return;
      isAsking = true;
      // A network that was away is back for requests first: the socket, which waits for its next try, opens up to 2 s later.
      const mayComeBack = hasWorked && (live.state.value === 'waiting' || live.state.value === 'connecting');
      const isToBlame = await answers(options) && !(mayComeBack && await opensNext(live, core));
      isAsking = false;
      // Nobody answers at all: no other way would work either, and the socket tries on by itself.
      if (!isToBlame || core.current() !== left || left.port?.buffer()) return;
    }
    if (core.way) failed.add(core.way);
    const next = ladder().find((name) => !failed.has(name));
    // None works: perhaps the network is away altogether. After a pause it begins with the usual way again.
    if (!left || next === undefined) {
      failed.clear();
      return core.fail('network', false);
    }
    core.way = next;
    if (isSilent && next !== 'websocket') void openWay(next, 0, () => core.current() === left, true);
    else core.load('live', 0);
  }
  return {
    open(mode: PlayerMode, time, isWanted) {
      if (mode === 'live') core.way ??= ladder()[0] ?? null;
      const name = mode === 'archive' ? 'archive' : core.way;
      if (name === null) return core.report({ type: 'error', code: 'codec-unsupported-here' }), core.dispatch({ type: 'fail', code: 'codec-unsupported-here' });
      if (name === 'websocket') core.load('live', 0);
      else void openWay(name, time, isWanted);
    },
    onNews(news) {
      if (news.type === 'unreachable') void fallBack(news.isSilent);
      else if (news.type === 'congestion') quality.congested();
      else if (news.type === 'caught-up') core.goLive();
      else if (news.type === 'gap') core.report(news);
      else {
        batch(() => {
          signals.gap.value = news.gap;
          core.dispatch({ type: 'pause' });
        });
        core.report({ type: 'gap', from: news.gap.from, to: news.gap.to });
      }
    },
    async recover() {
      const left = core.current();
      const isOffline = await isAway(left);
      const { kind } = signals.state.value;
      if (core.current() !== left || (kind !== 'connecting' && kind !== 'offline')) return;
      if (isOffline) return core.fail('camera-offline', false);
      const step = recovery.next(core.isOnline || left?.mode === 'archive');
      if (step === 'wait') return;
      if (left?.mode === 'archive') return core.load('archive', signals.position.value ?? core.clock.now());
      // The socket works and brings nothing: another way would get it from the same server.
      const isSilent = left?.port?.buffer() === null && options.client.player.live().state.value === 'open';
      if (step === 'next-transport' && !isSilent) return void fallBack(false);
      core.load('live', 0);
      keepLive();
    },
    settle() {
      if (core.current()?.name === 'websocket') hasWorked = true;
      recovery.onPicture();
      failed.clear();
      meter.measure();
      stepping.onPicture();
      keepLive();
    },
    stats: () => readStats(core),
    setVolume(volume) {
      video.volume = signals.volume.value = Math.min(1, Math.max(0, volume));
    },
    setSpeed(speed) {
      if (!Number.isFinite(speed)) return;
      const transport = core.current();
      if (transport?.mode === 'live') return;
      signals.speed.value = Math.min(16, Math.max(0.25, speed));
      transport?.setSpeed?.(signals.speed.value);
    },
    step: stepping.step,
    setQuality: quality.setQuality,
    setFrames: quality.setFrames,
    setTransport(choice) {
      if (core.choice === choice) return;
      core.choice = choice;
      core.way = ladder()[0] ?? null;
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
    dispose() {
      presence.dispose();
      meter.stop();
      wayBack.dispose();
    },
  };
}

/** Whether the server can be reached, whatever it says. */
async function answers({ client, cameraId }: PlayerCore['options']): Promise<boolean> {
  return client.cameras.get(cameraId).then(() => true, (error: unknown) => !(error instanceof WatchpostError && error.code === 'network'));
}
