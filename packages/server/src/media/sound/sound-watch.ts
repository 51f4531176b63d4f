import type { SoundDetectionType } from '@watchpost/contract/protocols/detection';
import type { PlugInDetectionSettings, SoundAnalysis, SoundDetectionSettings } from '@watchpost/contract/schemas/smart-events';
import { concatBytes } from '@watchpost/mp4';
import type { AudioTrack, Sample, Tracks } from '../media-types.ts';
import type { CpuBudget } from '../objects/cpu-budget.ts';
import { createFindingRules, type Finding, type FindingRules } from '../objects/plug-in/finding-rules.ts';
import type { Detection } from '../objects/tracking/object-rules.ts';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { SoundListener } from './sound-listener.ts';
import type { Hearing, Sensitivities } from './sound-messages.ts';
import { newWindowMs } from './sound-window.ts';

/** Listens to the sound of cameras. */
export interface SoundWatch {
  /** Starts to listen, continues with other settings, or stops when nothing is enabled. */
  configure(cameraId: string, settings: readonly SoundDetectionSettings[]): void;
  /** The same for what only the operator's detector hears. */
  configureFindings(cameraId: string, settings: readonly PlugInDetectionSettings[]): void;
  /** Stops listening and ends what was heard. */
  forget(cameraId: string): void;
  status(cameraId: string): { readonly analysis: SoundAnalysis; readonly isOverBudget: boolean };
  close(): void;
}

interface SoundWatchDeps {
  readonly streams: Pick<StreamRegistry, 'open' | 'get'>;
  readonly listener: SoundListener;
  readonly budget: CpuBudget;
  /** Asks the operator's detector what a WAV contains; it returns null when there is no answer. Null for no detector. */
  readonly hear: ((wav: Uint8Array) => Promise<readonly Finding[] | null>) | null;
  readonly newId: () => string;
  onDetection(detection: Detection): void;
}

/** How much sound is analysed at once, ms. */
const pieceMs = 1000;
/** Sound that waits longer is left out, ms. */
const maxWaitingMs = 5000;
/** Sounds have no place in the picture. */
const wholePicture = { x: 0, y: 0, width: 1, height: 1 } as const;
const noPicture = new Uint8Array(0);

interface Wanted {
  readonly sounds: readonly SoundDetectionSettings[];
  readonly findings: readonly PlugInDetectionSettings[];
}
const nothing: Wanted = { sounds: [], findings: [] };

interface Watched {
  wanted: Wanted;
  readonly findings: FindingRules;
  /** The detector is being asked; what comes meanwhile is left out. */
  isAsking: boolean;
  unsubscribe: () => void;
  sensitivities: Sensitivities;
  tracks: Tracks | null;
  /** Makes the picture of what is heard now. */
  picture: () => Uint8Array;
  frames: { readonly at: number; readonly data: Uint8Array }[];
  isListening: boolean;
  /** When the newest sound was made, Unix ms. */
  lastAt: number;
  readonly running: Map<SoundDetectionType, string>;
}

export function createSoundWatch({ streams, listener, budget, hear, newId, onDetection }: SoundWatchDeps): SoundWatch {
  const cameras = new Map<string, Watched>();

  const end = (cameraId: string, { running }: Watched, type: SoundDetectionType, at: number): void => {
    const id = running.get(type);
    running.delete(type);
    if (id !== undefined) onDetection({ kind: 'ended', cameraId, id, at });
  };
  const endAll = (cameraId: string, watched: Watched): void => {
    watched.frames = [];
    for (const type of watched.running.keys()) end(cameraId, watched, type, watched.lastAt);
    watched.findings.end();
  };

  const report = (cameraId: string, watched: Watched, { heard }: Hearing, at: number): void => {
    for (const { type, since } of heard) {
      if (watched.running.has(type) || watched.sensitivities[type] === undefined) continue;
      const id = newId();
      watched.running.set(type, id);
      const about = { objectClass: null, score: null, box: wholePicture, label: null, picture: watched.picture() } as const;
      onDetection({ kind: 'began', cameraId, id, type, at: Math.round(since), ...about });
    }
    for (const type of watched.running.keys()) if (!heard.some((one) => one.type === type)) end(cameraId, watched, type, Math.round(at));
  };

  /** Has a detector outside hear what is new. */
  const ask = async (cameraId: string, watched: Watched, window: Uint8Array | null, at: number): Promise<void> => {
    const { findings, picture } = watched;
    if (!hear || !window || watched.isAsking) return findings.update(null, at, picture);
    watched.isAsking = true;
    const found = await hear(window);
    watched.isAsking = false;
    if (cameras.get(cameraId) === watched) findings.update(found, Math.round(at - newWindowMs), picture);
  };

  const listen = async (cameraId: string, watched: Watched, track: AudioTrack): Promise<void> => {
    const { frames, sensitivities, wanted } = watched;
    const isForwarded = wanted.findings.length > 0;
    const codec = codecOf(track);
    const last = frames.at(-1);
    watched.frames = [];
    if (!codec || !last || !budget.ask()) return;
    watched.isListening = true;
    const { configuration, sampleRate, channels } = track;
    const request = { cameraId, codec, configuration, sampleRate, channels, frames, sensitivities };
    const hearing = await listener.listen({ ...request, ...(isForwarded && { isForwarded }) });
    watched.isListening = false;
    if (!hearing) return;
    budget.spend(hearing.cpuMs);
    // It may have been removed or restarted meanwhile.
    if (cameras.get(cameraId) !== watched) return;
    report(cameraId, watched, hearing, last.at);
    if (isForwarded) void ask(cameraId, watched, hearing.window ?? null, last.at);
  };

  const add = (cameraId: string, watched: Watched, track: AudioTrack, { decodeTime, data }: Sample): void => {
    const at = (decodeTime / track.sampleRate) * 1000;
    watched.lastAt = Math.round(at);
    watched.frames.push({ at, data });
    const waitingMs = at - (watched.frames[0]?.at ?? at);
    if (waitingMs < 0 || waitingMs > maxWaitingMs) watched.frames = [];
    else if (waitingMs >= pieceMs && !watched.isListening) void listen(cameraId, watched, track);
  };

  const begin = (cameraId: string): Watched => {
    const watched: Watched = {
      wanted: nothing,
      findings: createFindingRules({ cameraId, newId, onDetection }),
      isAsking: false,
      unsubscribe: () => undefined,
      sensitivities: {},
      tracks: null,
      picture: () => noPicture,
      frames: [],
      isListening: false,
      lastAt: 0,
      running: new Map(),
    };
    cameras.set(cameraId, watched);
    watched.unsubscribe = streams.open(cameraId).subscribe(
      {
        onTracks: (tracks) => {
          watched.tracks = tracks;
          watched.frames = [];
        },
        onSample: (sample, fragment) => {
          const { tracks } = watched;
          if (sample.kind === 'audio') {
            if (tracks?.audio) add(cameraId, watched, tracks.audio, sample);
          } else if (sample.keyFrame && tracks)
            watched.picture = () => concatBytes([initSectionOf(withoutAudio(tracks)).bytes, fragment()]);
        },
        onOffline: () => endAll(cameraId, watched),
      },
      { fromCache: false },
    );
    return watched;
  };

  const forget = (cameraId: string): void => {
    const watched = cameras.get(cameraId);
    if (!watched) return;
    cameras.delete(cameraId);
    watched.unsubscribe();
    endAll(cameraId, watched);
  };

  const configure = (cameraId: string, wanted: Wanted): void => {
    const { sounds, findings } = wanted;
    if (sounds.length + findings.length === 0 || !listener.isAvailable()) return forget(cameraId);
    const watched = cameras.get(cameraId) ?? begin(cameraId);
    watched.wanted = wanted;
    watched.findings.configure(findings);
    watched.sensitivities = Object.fromEntries(sounds.map(({ type, sensitivity }) => [type, sensitivity]));
    for (const type of watched.running.keys()) if (watched.sensitivities[type] === undefined) end(cameraId, watched, type, watched.lastAt);
  };
  const wantedOf = (cameraId: string): Wanted => cameras.get(cameraId)?.wanted ?? nothing;

  return {
    configure: (cameraId, settings) =>
      configure(cameraId, { ...wantedOf(cameraId), sounds: settings.filter(({ isEnabled }) => isEnabled) }),
    configureFindings: (cameraId, settings) =>
      configure(cameraId, { ...wantedOf(cameraId), findings: settings.filter(({ isEnabled }) => isEnabled) }),
    forget,
    status: (cameraId) => ({
      analysis: listener.isAvailable() ? analysisOf(streams, cameraId) : { state: 'unavailable', reason: 'no-decoder' },
      isOverBudget: budget.isOver(),
    }),
    close: () => {
      for (const cameraId of [...cameras.keys()]) forget(cameraId);
      listener.close();
    },
  };
}

/** Whether a camera sends sound that can be decoded. */
function analysisOf(streams: Pick<StreamRegistry, 'get'>, cameraId: string): SoundAnalysis {
  const stream = streams.get(cameraId);
  if (!stream?.online || !stream.tracks) return { state: 'unavailable', reason: 'offline' };
  const { audio, unplayedSound } = stream.tracks;
  if (audio && codecOf(audio)) return { state: 'ready' };
  const codec = audio?.codec ?? unplayedSound;
  return codec === undefined ? { state: 'unavailable', reason: 'no-sound' } : { state: 'unavailable', reason: 'unknown-codec', codec };
}

/** Everything else has become one of them before it arrives here, or is left out. */
function codecOf({ codec }: AudioTrack): 'aac' | 'opus' | null {
  if (codec === 'opus') return 'opus';
  return codec.startsWith('mp4a.40.') ? 'aac' : null;
}
