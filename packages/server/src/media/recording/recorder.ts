import type { ArchiveRecording } from '@watchpost/contract/schemas/camera-settings';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraFence } from '../../kernel/module/camera-fence.ts';
import { videoTimescale, type Sample, type Tracks } from '../media-types.ts';
import { initSectionOf } from '../packaging/init-section.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createCameraRecorder, type CameraRecorderDeps } from './camera-recorder.ts';
import { createCatchUpRecorder, type CatchUpRecorder, type RecorderPair } from './catch-up-recorder.ts';
import type { DamageMarks } from './damage-marks.ts';
import type { FootagePaths } from './footage-paths.ts';
import type { MisdatedMarks } from './misdated-marks.ts';
import type { Outages } from './outages.ts';
import { createRecordingGate, type RecordingGate } from './recording-gate.ts';
import type { SegmentIndex } from './segment-index.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { joinSpans, maxSeamMs, maxSegmentMs, type Span } from './spans.ts';

/** Records cameras independently of each other. */
export interface Recorder {
  start(cameraId: string): void;
  /** Resolves when its last segment is finished and indexed, and the reason of the outage is written. */
  stop(cameraId: string): Promise<void>;
  /** Ends the running segment at the next key frame. */
  cutSoon(cameraId: string): void;
  /** Does nothing for a camera that is not recorded. */
  setMode(cameraId: string, mode: ArchiveRecording): void;
  setSound(cameraId: string, isRecorded: boolean): void;
  /** Pauses or resumes the recording of a camera whose plan ended or began. */
  setPlan(cameraId: string, hasPlan: boolean): void;
  /**
   * Starts or ends the recording of a motion where only motion is recorded.
   * @param at time of the picture, Unix ms
   */
  onMotion(cameraId: string, kind: 'began' | 'ended', at: number): void;
  readonly cameras: number;
  /** The span that is being written and is not footage yet, up to the camera's key frame interval long. */
  unfinished(cameraId: string): Span | null;
  close(): Promise<void>;
}

export interface RecorderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  readonly paths: FootagePaths;
  readonly index: SegmentIndex;
  readonly outages: Outages;
  readonly damage: Pick<DamageMarks, 'note'>;
  readonly misdated: MisdatedMarks;
  /** Reads the recording settings of a camera, once when its recording starts. */
  readonly readSettings: (cameraId: string) => Promise<RecordingSettings>;
  /** The leases of this node of a cluster; null where one machine runs alone. */
  readonly fence: CameraFence | null;
  /** Frees space, oldest footage first. */
  onDiskFull(): void;
}

export interface RecordingSettings {
  readonly mode: ArchiveRecording;
  readonly isSoundRecorded: boolean;
  /** Without days of archive nothing is recorded. */
  readonly hasPlan: boolean;
}

interface Recording {
  settings: RecordingSettings;
  changes: Partial<RecordingSettings>;
  recorder: CatchUpRecorder | null;
  gate: RecordingGate | null;
  isOnline: boolean;
  isDiskFailing: boolean;
  unsubscribe: () => void;
  isStopped: boolean;
}

export const recordEverything: RecordingSettings = { mode: 'always', isSoundRecorded: true, hasPlan: true };

const retryDelayMs = 2000;
/** No lease has this token. */
const noLease = -1;
/** Footage may be this far ahead of the clock without a warning. */
const clockToleranceMs = 5000;

export function createRecorder({
  db,
  clock,
  log,
  streams,
  paths,
  index,
  outages,
  damage,
  misdated,
  readSettings,
  fence,
  onDiskFull,
}: RecorderDeps): Recorder {
  const recordings = new Map<string, Recording>();

  /** Notes why nothing is recorded from now on; recording that is about to start ends the outage itself, with its first picture. */
  const explain = (cameraId: string, { settings, isOnline, isDiskFailing }: Recording, at: number): void => {
    if (!settings.hasPlan) outages.set(cameraId, at, 'no-plan');
    else if (settings.mode === 'disabled') outages.set(cameraId, at, 'recording-off');
    else if (isDiskFailing) outages.set(cameraId, at, 'disk');
    else if (!isOnline) outages.set(cameraId, at, 'offline');
    else if (settings.mode === 'motion') outages.set(cameraId, at, 'no-motion');
  };
  const fail = (cameraId: string, recording: Recording, error: unknown, since: number | null = null): void => {
    log.error({ err: error, cameraId }, 'Footage cannot be written; retrying');
    recording.recorder?.pauseUntil(clock.monotonic() + retryDelayMs);
    recording.isDiskFailing = true;
    explain(cameraId, recording, since ?? clock.now());
    onDiskFull();
  };
  const rememberInit = (cameraId: string, tracks: Tracks): void => {
    const { hash, mimeType } = initSectionOf(tracks);
    db.insertInto('init_sections')
      .values({ camera_id: cameraId, hash, mime_type: mimeType, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['camera_id', 'hash']).doNothing())
      .execute()
      .catch((error: unknown) => log.warn({ err: error, cameraId }, 'An init section could not be indexed'));
  };
  const lastRecorded = async (cameraId: string): Promise<number> => {
    const row = await db
      .selectFrom('segments')
      .select(['start_ms', 'duration_ms'])
      .where('camera_id', '=', cameraId)
      .orderBy('start_ms', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? row.start_ms + row.duration_ms : 0;
  };
  const findFootageAfter = async (cameraId: string, at: number): Promise<Span[]> => {
    const rows = await db
      .selectFrom('segments')
      .select(['start_ms', 'duration_ms'])
      .where('camera_id', '=', cameraId)
      .where('start_ms', '>', at - maxSegmentMs)
      .orderBy('start_ms')
      .execute();
    const spans = rows.map((row) => ({ from: row.start_ms, to: row.start_ms + row.duration_ms }));
    return joinSpans(spans, maxSeamMs).filter(({ to }) => to > at);
  };

  /**
   * Warns about footage from the future, and marks it: a clock was wrong then, or is wrong now. It stays where it is, and what is recorded
   * now goes around it.
   */
  const warnOfFuture = (cameraId: string, newest: number): void => {
    if (newest <= clock.now() + clockToleranceMs) return;
    const now = clock.now();
    void findFootageAfter(cameraId, now)
      .then((footage) => misdated.note(cameraId, footage, now))
      .catch((error: unknown) => log.warn({ err: error, cameraId }, 'Footage with wrong times could not be found'));
    log.error(
      { cameraId, newest: new Date(newest).toISOString(), now: new Date(clock.now()).toISOString() },
      'The newest footage is in the future: the clock was set back. That footage is kept at its wrong time, where nothing else can be recorded; correct the clock if it is wrong now',
    );
  };

  const begin = async (cameraId: string, recording: Recording): Promise<void> => {
    const notBefore = await lastRecorded(cameraId).catch((error: unknown) => {
      log.warn({ err: error, cameraId }, 'The newest footage of a camera could not be determined');
      return 0;
    });
    const stored = await readSettings(cameraId).catch((error: unknown) => {
      // If in doubt, recording too much is better than too little.
      log.warn({ err: error, cameraId }, 'The recording settings of a camera could not be read; recording everything');
      return recordEverything;
    });
    if (recording.isStopped) return;
    // Changes made meanwhile are newer than the stored settings.
    const settings = { ...stored, ...recording.changes };
    recording.settings = settings;
    warnOfFuture(cameraId, notBefore);
    const stream = streams.open(cameraId);
    // The recording keeps its lease for good: under a later one, what is still to be written under this one must be refused.
    const lease = fence && { node_id: fence.nodeId, lease_token: fence.tokenOf(cameraId) ?? noLease };
    const openPair = (from: number): RecorderPair => {
      const writer = createSegmentWriter({
        cameraId,
        paths,
        onSegment: (row) => index.add(lease ? { ...row, ...lease } : row),
        onError: (error, startMs) => fail(cameraId, recording, error, startMs),
      });
      const findLater = async (at: number): Promise<Span[]> => {
        await writer.settle();
        await index.flush();
        const later = await findFootageAfter(cameraId, at);
        await misdated.note(cameraId, later, at);
        return later;
      };
      return { writer, recorder: createCameraRecorder({ writer, clock, notBefore: from, findLater, ...callbacks }) };
    };
    const callbacks: Pick<CameraRecorderDeps, 'onRecording' | 'onOffline' | 'onOverload'> = {
      onRecording: (startMs) => {
        recording.isDiskFailing = false;
        if (recording.settings.mode === 'always') outages.set(cameraId, startMs, null);
        else explain(cameraId, recording, startMs);
      },
      onOffline: (atMs) => {
        recording.isOnline = false;
        explain(cameraId, recording, atMs);
      },
      onOverload: () => fail(cameraId, recording, new Error('The disk is too slow.')),
    };
    const recorder = createCatchUpRecorder({ clock, notBefore, openPair, onLateTracks: (tracks) => rememberInit(cameraId, tracks) });
    const gate = createRecordingGate({
      recorder,
      isSoundRecorded: settings.isSoundRecorded,
      mode: settings.hasPlan ? settings.mode : 'disabled',
    });
    recording.recorder = recorder;
    recording.gate = gate;
    recording.isOnline = stream.online;
    explain(cameraId, recording, clock.now());
    recording.unsubscribe = stream.subscribe({
      ...gate,
      onTracks: (tracks) => {
        rememberInit(cameraId, tracks);
        recording.isOnline = true;
        explain(cameraId, recording, clock.now());
        gate.onTracks(tracks);
      },
      onSample: (sample, fragment) => {
        // Where nothing is recorded at that moment, the mark says nothing.
        if (sample.damaged !== undefined) damage.note(cameraId, spanOf(sample));
        gate.onSample(sample, fragment);
      },
      onCut: recorder.onCut,
      // Motion was not detected during the interruption, so all of it is kept.
      keepsLate: () => recording.settings.hasPlan && recording.settings.mode !== 'disabled',
      onLate: (sample, tracks) => recorder.onLate(sample, tracks, recording.settings.isSoundRecorded),
      onLateEnd: recorder.onLateEnd,
    });
  };

  const change = (cameraId: string, changes: Partial<RecordingSettings>): Recording | undefined => {
    const recording = recordings.get(cameraId);
    if (!recording) return undefined;
    recording.changes = { ...recording.changes, ...changes };
    recording.settings = { ...recording.settings, ...changes };
    return recording;
  };

  const stop = async (cameraId: string): Promise<void> => {
    const recording = recordings.get(cameraId);
    if (!recording) return;
    recordings.delete(cameraId);
    recording.isStopped = true;
    recording.unsubscribe();
    // Motion detection ends here, so later motion is unknown.
    if (recording.gate && recording.settings.mode === 'motion') outages.set(cameraId, clock.now(), null);
    await recording.recorder?.close();
    await index.flush().catch((error: unknown) => log.warn({ err: error }, 'Indexing is postponed to the next start'));
    await outages.settle();
  };

  return {
    get cameras() {
      return recordings.size;
    },
    start: (cameraId) => {
      if (recordings.has(cameraId)) return;
      const recording: Recording = {
        settings: recordEverything,
        changes: {},
        recorder: null,
        gate: null,
        isOnline: false,
        isDiskFailing: false,
        unsubscribe: () => undefined,
        isStopped: false,
      };
      recordings.set(cameraId, recording);
      void begin(cameraId, recording);
    },
    stop,
    setMode: (cameraId, mode) => {
      const recording = change(cameraId, { mode });
      if (!recording?.gate || !recording.settings.hasPlan) return;
      recording.gate.setMode(mode);
      explain(cameraId, recording, clock.now());
    },
    setPlan: (cameraId, hasPlan) => {
      const recording = change(cameraId, { hasPlan });
      if (!recording?.gate) return;
      recording.gate.setMode(hasPlan ? recording.settings.mode : 'disabled');
      explain(cameraId, recording, clock.now());
    },
    setSound: (cameraId, isSoundRecorded) => change(cameraId, { isSoundRecorded })?.gate?.setSound(isSoundRecorded),
    onMotion: (cameraId, kind, at) => recordings.get(cameraId)?.gate?.onMotion(kind, at),
    unfinished: (cameraId) => recordings.get(cameraId)?.recorder?.unfinished ?? null,
    cutSoon: (cameraId) => recordings.get(cameraId)?.recorder?.cutSoon(),
    close: async () => {
      await Promise.all([...recordings.keys()].map(stop));
      await outages.settle();
    },
  };
}

/** Returns when a picture is shown, Unix ms. */
function spanOf({ decodeTime, compositionOffset, duration }: Sample): Span {
  const from = (decodeTime + compositionOffset) / (videoTimescale / 1000);
  return { from, to: from + duration / (videoTimescale / 1000) };
}
