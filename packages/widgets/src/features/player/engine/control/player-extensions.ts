import { batch } from '@preact/signals-core';
import { WatchpostError } from '@watchpost/sdk-core';
import { createLiveKeeper } from '../live/live-keeper.ts';
import { nativeHlsUrl } from '../live/native-hls-support.ts';
import { onDecodeError } from '../media/hevc-errors.ts';
import { mediaSourceClass } from '../media/media-buffer.ts';
import type { PlayerCore, PlayerExtensions, TransportOptions } from '../player-core.ts';
import { isHeld, modeOf } from '../player-state.ts';
import type { PlayerMode } from '../player-state.ts';
import type { Transport, TransportName } from '../transport.ts';
import { createPlayerQuality } from '../../quality/player-quality.ts';
import { createDrawing } from '../drawing/drawing.ts';
import type { MakeWebCodecs } from '../drawing/webcodecs-turns.ts';
import { createAccessWatch } from './access-watch.ts';
import { createFootageReader } from './footage-reader.ts';
import { isFullscreen, toggleFullscreen } from './fullscreen.ts';
import { createMeter } from './meter.ts';
import { opensNext } from './next-connection.ts';
import { createPolicyWatch } from './policy-watch.ts';
import { createPresence } from './presence.ts';
import { createPressWatch } from './press-watch.ts';
import { createQualityControl } from './quality-control.ts';
import { createRecovery } from './recovery.ts';
import { createStatsReader } from './read-stats.ts';
import { createStepping } from './stepping.ts';
import { transportLadder } from './transport-ladder.ts';
import { createPrimaryTransportProbe } from './primary-transport-probe.ts';
import { createWatermark } from './watermark.ts';

/** All transports were tried this often before a browser is called unable. */
const maxRounds = 2;

type MakeTransport = (options: TransportOptions) => Transport;

const loadWebCodecs = async (): Promise<MakeWebCodecs> => (await import('../live/webcodecs-transport.ts')).createWebCodecsTransport;

/** The transports' modules, loaded on first use. */
const transports: Readonly<Record<Exclude<TransportName, 'websocket'>, (time: number) => Promise<MakeTransport>>> = {
  webcodecs: loadWebCodecs,
  webrtc: async () => (await import('../live/webrtc-transport.ts')).createWebRtcTransport,
  hls: async () =>
    mediaSourceClass()
      ? (await import('../live/hls-transport.ts')).createHlsTransport
      : (await import('../live/native-hls-transport.ts')).createNativeHlsTransport,
  archive: async (time) => {
    const { createArchiveTransport } = await import('../archive/archive-transport.ts');
    return (options) => createArchiveTransport(options, time);
  },
};

/** Everything that the player can do beyond the first live picture. */
export function createPlayerExtensions(core: PlayerCore): PlayerExtensions {
  const { options, signals, life } = core;
  const { video, stage } = options;
  const presence = createPresence(core);
  const pressWatch = createPressWatch(core);
  const footage = createFootageReader(core);
  const quality = createQualityControl(core);
  const stepping = createStepping(core);
  const recovery = createRecovery(core.clock);
  const watermark = createWatermark(core);
  const stats = createStatsReader(core);
  const reports = createPlayerQuality(core, stats);
  const { onQualityEvent } = core;
  core.onQualityEvent = (timed) => {
    if (timed.event.type === 'error' && timed.event.code === 'media-error') onDecodeError(codecNow(), timed.at);
    onQualityEvent(timed);
  };
  /** Transports that have failed since the last picture. */
  const failed = new Set<string>();
  /** How often all of them have. */
  let rounds = 0;
  const meter = createMeter(core, {
    onBeat() {
      quality.beat();
      // Its first picture may come only with the keeper's help.
      if (core.wants.frames === 'key') keepLive();
      transportProbe.beat();
      drawing.beat();
    },
    onRest: footage.refresh,
  });

  const policy = createPolicyWatch(core, onRefused);
  const ladder = () =>
    transportLadder(core.choice, {
      mediaSource: mediaSourceClass() !== null && policy.allowsMedia(),
      webRtc: typeof RTCPeerConnection === 'function',
      videoDecoder: typeof VideoDecoder === 'function',
      nativeHls: nativeHlsUrl(options) !== null,
    }).filter(policy.allows);
  // An old browser: nothing reports when its first picture is shown.
  const stopRefusing =
    'requestVideoFrameCallback' in video
      ? () => {}
      : signals.state.subscribe(({ kind }) => kind === 'connecting' && queueMicrotask(() => core.fail('browser-unsupported', true)));
  const transportProbe = createPrimaryTransportProbe(core, () => ladder()[0]);
  const accessWatch = createAccessWatch(core);
  const drawing = createDrawing(core, { loadWebCodecs, keepLive });
  addEventListener('online', tryNow, { signal: life });
  const onFullscreen = (): void => void (signals.fullscreen.value = isFullscreen(stage));
  document.addEventListener('fullscreenchange', onFullscreen, { signal: life });
  stage.addEventListener('toggle', onFullscreen, { signal: life });

  function codecNow(): string {
    const transport = core.current();
    return transport?.port?.tracks()?.mimeType ?? transport?.stats()?.codec ?? '';
  }
  /** @param keepsTrying the current transport keeps trying and may still win */
  async function openTransport(name: keyof typeof transports, time: number, isWanted: () => boolean, keepsTrying = false): Promise<void> {
    try {
      const make = await transports[name](time);
      if (isWanted()) core.adopt(make, keepsTrying);
      if (name === 'archive') core.current()?.setSpeed?.(signals.speed.value);
    } catch {
      if (isWanted()) core.fail('network', false);
    }
  }
  /** Only the socket reports when a camera goes offline: with another transport, a stalled picture asks the server before the transport is blamed. */
  async function isAway(left: Transport | null): Promise<boolean> {
    if (left?.name !== 'hls' && left?.name !== 'webrtc') return false;
    const camera = await options.client.cameras.get(options.cameraId, { signal: life }).catch(() => null);
    if (camera) signals.camera.value = camera;
    return camera?.state === 'offline';
  }
  /** The network is back: retries now instead of at the next scheduled attempt. */
  function tryNow(): void {
    if (core.current() || signals.state.value.kind !== 'connecting') return;
    const mode = modeOf(signals.state.value);
    core.load(mode, mode === 'archive' ? (signals.position.value ?? core.now()) : 0);
  }
  /** The page's policy refuses what the player uses: takes what it allows, or says what it lacks. */
  function onRefused(): void {
    const { value } = signals.state;
    if (isHeld(value) || value.kind === 'error') return;
    const name = core.current()?.name ?? (modeOf(value) === 'archive' ? 'archive' : core.liveTransport);
    if (name !== null && policy.allows(name)) return;
    const next = ladder()[0];
    if (name === 'archive' || next === undefined) return void policy.fail();
    core.liveTransport = next;
    core.load('live', 0);
  }
  function keepLive(): void {
    const port = core.current()?.port;
    if (port) port.keeper ??= createLiveKeeper(port, options.liveDelay);
  }
  let isAsking = false;
  /** The socket has delivered a picture to this page before, so it is allowed here. */
  let hasWorked = false;
  async function fallBack(mayStillConnect: boolean): Promise<void> {
    const left = core.current();
    const live = options.client.player.live();
    if (left?.name === 'websocket') {
      if (isAsking) return;
      isAsking = true;
      // After an outage requests work first: the socket, which waits for its next attempt, opens up to 2 s later.
      const mayComeBack = hasWorked && (live.state.value === 'waiting' || live.state.value === 'connecting');
      const isTransportFault = (await answers(options)) && !(mayComeBack && (await opensNext(live, core)));
      isAsking = false;
      // The server does not answer at all: no other transport would work either, and the socket retries by itself.
      if (!isTransportFault || core.current() !== left || left.port?.buffer()) return;
    }
    if (core.liveTransport) failed.add(core.liveTransport);
    const next = ladder().find((name) => !failed.has(name));
    // None works: the network may be down. After a pause, start over with the default transport.
    if (!left || next === undefined) {
      failed.clear();
      if (ladder().length === 0 && policy.fail()) return;
      if (left) rounds += 1;
      // With MediaSource and requests something always works, sooner or later: without it, a server that answers is not what is missing.
      const cannot = rounds >= maxRounds && !mediaSourceClass() && (await answers(options));
      return left === core.current() ? core.fail(cannot ? 'browser-unsupported' : 'network', cannot) : undefined;
    }
    core.liveTransport = next;
    if (mayStillConnect && next !== 'websocket') void openTransport(next, 0, () => core.current() === left, true);
    else core.load('live', 0);
  }
  return {
    open(mode: PlayerMode, time, isWanted) {
      if (mode === 'live') core.liveTransport ??= ladder()[0] ?? null;
      const name = mode === 'archive' ? 'archive' : core.liveTransport;
      if (name === null) {
        if (policy.fail()) return;
        return core.fail('browser-unsupported', true);
      }
      if (name === 'websocket') core.load('live', 0);
      else void openTransport(name, time, isWanted);
    },
    onEvent(event) {
      if (event.type === 'unreachable') void fallBack(event.mayStillConnect);
      else if (event.type === 'congestion') quality.congested();
      else if (event.type === 'waiting') core.dispatch(event);
      else if (event.type === 'access') accessWatch.recheck();
      else if (event.type === 'caught-up') core.goLive();
      else if (event.type === 'gap') core.report(event);
      else {
        batch(() => {
          signals.gap.value = event.gap;
          core.dispatch({ type: 'paused' });
        });
        core.report({ type: 'gap', from: event.gap.from, to: event.gap.to });
      }
    },
    async recover() {
      const left = core.current();
      const isOffline = await isAway(left);
      const { kind } = signals.state.value;
      // The camera sends it when it is due; another transport would not get it sooner.
      if (signals.state.value.kind === 'connecting' && signals.state.value.keyFrameWait) return;
      if (core.current() !== left || (kind !== 'connecting' && kind !== 'offline')) return;
      if (isOffline) return core.fail('camera-offline', false);
      const step = recovery.next(core.isOnline || left?.mode === 'archive');
      if (step === 'wait') return;
      // Where it has got to: the requested moment may be in a gap that it has skipped.
      if (left?.mode === 'archive') return core.load('archive', left.position() ?? signals.position.value ?? core.now());
      // The socket works but delivers nothing: another transport would get nothing from the same server either.
      const mayStillConnect = left?.port?.buffer() === null && options.client.player.live().state.value === 'open';
      if (step === 'next-transport' && !mayStillConnect) return void fallBack(false);
      core.load('live', 0);
      keepLive();
    },
    settle() {
      if (core.current()?.name === 'websocket') hasWorked = true;
      recovery.onPicture();
      failed.clear();
      rounds = 0;
      meter.measure();
      stepping.onPicture();
      reports.onPicture();
      drawing.onPicture();
      keepLive();
    },
    stats,
    setVolume(volume) {
      video.volume = Math.min(1, Math.max(0, volume));
      // On iPhones only the device's buttons change it.
      signals.volume.value = video.volume;
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
      core.liveTransport = ladder()[0] ?? null;
      const transport = core.current();
      if (transport?.mode === 'live' && transport.name !== core.liveTransport) core.load('live', 0);
    },
    async pictureForWindow() {
      await drawing.leave();
      return core.current()?.drawsItself ? options.canvas : video;
    },
    setActive: presence.setActive,
    setReport: reports.setTarget,
    toggleFullscreen() {
      const picture = core.current()?.drawsItself ? options.canvas : video;
      // Without a user gesture the browser refuses: nothing to report.
      void toggleFullscreen(stage, picture, Boolean(signals.camera.value?.watermark)).catch(() => {});
    },
    loadFootage(from, to) {
      // Users who see the timeline are likely to seek soon.
      void transports.archive(0).catch(() => {});
      footage.load(from, to);
    },
    dispose() {
      presence.dispose();
      pressWatch.dispose();
      stopRefusing();
      accessWatch.dispose();
      watermark.dispose();
      reports.dispose();
      meter.stop();
      transportProbe.dispose();
      drawing.dispose();
    },
  };
}

/** Whether the server responds, with any status. */
async function answers({ client, cameraId }: PlayerCore['options']): Promise<boolean> {
  return client.cameras.get(cameraId).then(
    () => true,
    (error: unknown) => !(error instanceof WatchpostError && error.code === 'network'),
  );
}
