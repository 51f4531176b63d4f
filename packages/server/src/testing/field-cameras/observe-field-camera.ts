import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { downloadClip, getFootage } from '@watchpost/contract/endpoints/archive';
import { getCamera, getCameraAbout, removeCamera } from '@watchpost/contract/endpoints/cameras';
import { errorCodes, fillPath, type ErrorCode } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { footageSchema, type GapReason } from '@watchpost/contract/schemas/archive';
import { cameraAboutSchema, cameraSchema } from '@watchpost/contract/schemas/cameras';
import { z } from 'zod';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { insertCustomer } from '../people.ts';
import type { TestServer } from '../test-server.ts';
import type { FieldCamera, FieldCase } from './field-case.ts';

const run = promisify(execFile);

/** What a user sees of a camera: in the answer when it was added, on its page, and in a clip of its recording. */
export interface Observation {
  readonly state: string;
  readonly reason: string | null;
  readonly connections: number;
  readonly unplayedSound: string | undefined;
  /** Whether its page counts damaged pictures, and its recording is marked. */
  readonly isCounted: boolean;
  readonly isMarked: boolean;
  /** Why parts of the recording are missing, each reason once; only of cameras of which that is asked. */
  readonly gaps: readonly GapReason[];
  /** Null without a recording. */
  readonly clip: Clip | null;
}

/** What FFmpeg decodes of a file. */
interface Clip {
  readonly pictures: number;
  /** Pictures that there would be if none were missing between the first and the last, by their usual distance. */
  readonly due: number;
  /** The usual distance of two pictures, ms. */
  readonly stepMs: number;
  /** From the first picture to the last, ms. */
  readonly spanMs: number;
  /** Sorted, `320x180`. */
  readonly sizes: readonly string[];
  readonly audio: string | null;
  readonly soundFrames: number;
  /** Its messages. */
  readonly errors: string;
}

/** Duration of the clip that is looked at, ms. */
export const clipMs = 4000;

export interface ObserveOptions {
  readonly server: TestServer;
  /** Rejects when it takes longer than a test may wait. */
  waitFor<T>(look: () => Promise<T>): Promise<T>;
}

/** Adds a camera to an account of its own, waits for its recording, and looks at all of it. */
export async function observeFieldCamera(
  fieldCase: FieldCase,
  camera: FieldCamera,
  { server, waitFor }: ObserveOptions,
): Promise<Observation> {
  const { name, seen } = fieldCase;
  const headers = await signIn(server, `${name}@example.com`);
  const token = await server.call(createRegistrationToken, { body: {}, headers });
  const { registrationToken } = registrationTokenAnswer.parse(await token.json());
  const credentials = fieldCase.sends.auth && { username: camera.username, password: camera.password };
  const source = { kind: 'rtsp', url: camera.url, ...credentials };
  const added = await server.call(registerCamera, { body: { registrationToken, title: name, source } });
  const answer: unknown = await added.json();
  const connections = (): number => camera.stats().connections;
  if (!added.ok)
    return {
      state: 'offline',
      reason: codeOf(answer),
      connections: connections(),
      unplayedSound: undefined,
      isCounted: false,
      isMarked: false,
      gaps: [],
      clip: null,
    };

  const { id } = registerCameraAnswer.parse(answer).camera;
  const get = (path: string): Promise<Response> => server.call({ method: 'GET', path: fillPath(path, { id }) }, { headers });
  const readFootage = async () => {
    const path = `${getFootage.path}?from=${Date.now() - 600_000}&to=${Date.now() + 60_000}`;
    return footageSchema.parse(await (await get(path)).json());
  };
  const readClip = async (): Promise<Clip> => {
    const recordedFrom = await waitFor(async () => {
      const { recordings } = await readFootage();
      const skippedMs = seen.clipFromMs ?? 0;
      const long = recordings.find(({ from, to }) => to - from >= skippedMs + clipMs);
      if (!long) throw new Error(`${name} has no recording yet.`);
      return long.from + skippedMs;
    });
    const clip = await get(`${downloadClip.path}?from=${recordedFrom}&to=${recordedFrom + clipMs}`);
    const file = join(server.dataDir, `${name}.mp4`);
    await writeFile(file, Buffer.from(await clip.arrayBuffer()));
    return decode(file);
  };
  const decoded = seen.gap === undefined ? await readClip() : null;
  const { unplayedSound, damagedPictures } = cameraAboutSchema.parse(await (await get(getCameraAbout.path)).json());
  const isMarked = async (): Promise<boolean> => ((await readFootage()).damaged ?? []).length > 0;
  if (seen.isDamaged)
    await waitFor(async () => {
      if (!(await isMarked())) throw new Error(`${name} has no mark yet.`);
    });
  const { counted } = seen;
  if (counted)
    await waitFor(async () => {
      if (!counted(camera.stats())) throw new Error(`${name} has only counted ${JSON.stringify(camera.stats())}.`);
    });
  const readGaps = async (): Promise<GapReason[]> => {
    const { recordings, gaps } = await readFootage();
    const first = recordings[0]?.from ?? Number.POSITIVE_INFINITY;
    return [...new Set(gaps.filter(({ from }) => from >= first).map(({ reason }) => reason))];
  };
  const gaps =
    seen.gap === undefined
      ? []
      : await waitFor(async () => {
          const found = await readGaps();
          // A reason is written a moment after its gap began.
          if (found.length === 0 || found.includes('unknown')) throw new Error(`${name} has only the gaps ${found.join()} yet.`);
          return found;
        });
  const readCamera = async () => cameraSchema.parse(await (await get(getCamera.path)).json());
  // A camera that is opened again is online with its first picture, a moment after it was asked for it.
  if (counted)
    await waitFor(async () => {
      if ((await readCamera()).state !== (seen.state ?? 'online')) throw new Error(`${name} is not back yet.`);
    });
  const { state, stateReason } = await readCamera();
  const observation = {
    state,
    reason: stateReason,
    connections: connections(),
    unplayedSound,
    isCounted: damagedPictures !== undefined,
    isMarked: await isMarked(),
    gaps,
    clip: decoded,
  };
  await server.call({ ...removeCamera, path: fillPath(removeCamera.path, { id }) }, { headers });
  return observation;
}

function codeOf(answer: unknown): ErrorCode {
  return z.object({ error: z.object({ code: z.enum(errorCodes) }) }).parse(answer).error.code;
}

/** Creates an account for each camera, because accounts have limits. */
async function signIn(server: TestServer, email: string): Promise<{ authorization: string }> {
  const db = openDatabase(locateDatabase(server.config));
  try {
    return { authorization: `Bearer ${await server.openSession(await insertCustomer(db, email))}` };
  } finally {
    await db.destroy();
  }
}

const probed = z.object({
  streams: z.array(z.object({ codec_type: z.string(), codec_tag_string: z.string() })),
  frames: z.array(
    z.object({
      media_type: z.string(),
      width: z.int().optional(),
      height: z.int().optional(),
      best_effort_timestamp_time: z.string().optional(),
    }),
  ),
});

async function decode(path: string): Promise<Clip> {
  const entries = 'stream=codec_type,codec_tag_string:frame=media_type,width,height,best_effort_timestamp_time';
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout, stderr } = await run(
    'ffprobe',
    ['-v', 'error', '-threads', '1', '-show_frames', '-show_entries', entries, '-of', 'json', path],
    options,
  );
  const { streams, frames } = probed.parse(JSON.parse(stdout));
  const pictures = frames.filter(({ media_type: kind }) => kind === 'video');
  const times = pictures.map(({ best_effort_timestamp_time: seconds }) => Number(seconds) * 1000);
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const stepMs = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
  return {
    pictures: pictures.length,
    due: steps.reduce((due, step) => due + Math.round(step / stepMs), 1),
    stepMs,
    spanMs: steps.reduce((span, step) => span + step, 0),
    sizes: [...new Set(pictures.map(({ width, height }) => `${width}x${height}`))].toSorted(),
    audio: streams.find(({ codec_type: kind }) => kind === 'audio')?.codec_tag_string ?? null,
    soundFrames: frames.length - pictures.length,
    errors: stderr,
  };
}
