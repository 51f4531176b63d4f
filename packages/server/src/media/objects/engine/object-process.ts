import { flushCompileCache } from 'node:module';
import type { CodecContext, Frame as AvFrame } from 'node-av';
import { createMotionModel, type MotionModel } from '../../detection/motion-model.ts';
import { toGrid } from '../../detection/picture-grid.ts';
import { checkModel, hasFaceModel, prepareModel } from '../model/object-model.ts';
import type { Finding } from '../plug-in/finding-rules.ts';
import { createFaceFinder, type FindFaces } from './face-finder.ts';
import type { DetectedObject } from './object-boxes.ts';
import { createJpegEncoder } from './jpeg-encoder.ts';
import {
  exitWithoutDecoder,
  exitWithoutModel,
  exitWithoutRuntime,
  withModel,
  withPictures,
  type ObjectAnswer,
  type ObjectRequest,
  type PictureLook,
} from './object-messages.ts';
import type { PlanarPicture } from './picture-part.ts';
import { createRecogniser, type Recognise } from './recogniser.ts';

/**
 * Decodes pictures and recognises objects in a separate process, because a broken picture may crash a decoder, and neither must block the
 * server. For a detector outside, it makes JPEGs instead. The process ends by itself when the server is gone, even after a kill.
 */
const nodeAv = await import('node-av').catch(() => process.exit(exitWithoutDecoder));
const [, , use = withModel, modelFolder = ''] = process.argv;
/** Null when objects are found outside: the process then answers with pictures. */
const recognise = use === withPictures ? null : await startModel();
/** Loaded when a face is first asked for; null where there is no model, or another one. */
let faceFinder: Promise<FindFaces | null> | null = null;
const encoder = createJpegEncoder(nodeAv);

const {
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  Codec,
  CodecContext: Context,
  Frame,
  Packet,
} = nodeAv;

interface Decoding {
  readonly key: string;
  readonly context: CodecContext;
}
/** Each camera has its own decoder: it continues where the last look ended. The longest unused one is given up. */
const decoders = new Map<string, Decoding>();
const maxDecoders = 32;
/** What each camera usually sees. */
const models = new Map<string, MotionModel>();
const maxModels = 500;
/** A person far away moves few parts of the picture; an unnecessary look only costs time. */
const minMotionSensitivity = 8;

/** Loads the model. One that can't run ends the process. */
async function startModel(): Promise<Recognise> {
  const runtime = await import('onnxruntime-node').catch(() => process.exit(exitWithoutRuntime));
  // One thread: the pictures of all cameras come one after the other, and the server's other work goes on beside it.
  const session = await prepareModel(modelFolder)
    .then((file) => runtime.InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'all' }))
    .catch(() => process.exit(exitWithoutModel));
  return createRecogniser(runtime, session);
}

async function loadFaceFinder(): Promise<FindFaces | null> {
  if (!hasFaceModel(modelFolder)) return null;
  const runtime = await import('onnxruntime-node');
  const file = await checkModel(modelFolder, 'faces');
  const session = await runtime.InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
  });
  return createFaceFinder(runtime, session);
}

/** Faces of the people in a picture; null when they can't be looked for. */
async function findFaces(picture: PlanarPicture, objects: readonly DetectedObject[]): Promise<Finding[] | null> {
  faceFinder ??= loadFaceFinder().catch(() => null);
  const find = await faceFinder;
  // It may be installed later.
  if (!find) faceFinder = null;
  return find && (await find(picture, objects)).map((face) => ({ type: 'face', ...face }));
}

const [first, second] = [new Frame(), new Frame()];
first.alloc();
second.alloc();

function removeOldest<T>(map: Map<string, T>, maxSize: number): T | undefined {
  const [oldest] = map;
  if (!oldest || map.size < maxSize) return undefined;
  map.delete(oldest[0]);
  return oldest[1];
}

/** Returns null when decoding can't continue, because the decoder is not there any more. */
function decoderFor({ cameraId, codec: name, configuration, isStart }: ObjectRequest): CodecContext | null {
  const key = `${name} ${Buffer.from(configuration).toString('base64')}`;
  const known = decoders.get(cameraId);
  decoders.delete(cameraId);
  if (known?.key === key) {
    decoders.set(cameraId, known);
    if (isStart) known.context.flushBuffers();
    return known.context;
  }
  known?.context.freeContext();
  if (!isStart) return null;
  removeOldest(decoders, maxDecoders)?.context.freeContext();
  const codec = Codec.findDecoder(name === 'hevc' ? AV_CODEC_ID_HEVC : AV_CODEC_ID_H264);
  const context = new Context();
  context.allocContext3(codec);
  context.extraData = Buffer.from(configuration);
  context.threadCount = 1;
  context.open2Sync(codec, null);
  decoders.set(cameraId, { key, context });
  return context;
}

function modelFor({ cameraId, sensitivity }: ObjectRequest): MotionModel {
  const settings = { sensitivity: Math.max(minMotionSensitivity, sensitivity), areas: [] };
  const model = models.get(cameraId) ?? createMotionModel(settings);
  model.configure(settings);
  models.delete(cameraId);
  removeOldest(models, maxModels);
  models.set(cameraId, model);
  return model;
}

/** Decodes all pictures; returns the last one, and whether the decoder can continue from there. */
function decode(request: ObjectRequest, context: CodecContext): { frame: AvFrame | null; isContinuable: boolean } {
  let [last, spare] = [first, second];
  let hasPicture = false;
  const receive = (): void => {
    while (context.receiveFrameSync(spare) >= 0) {
      [last, spare] = [spare, last];
      hasPicture = true;
    }
  };
  const packet = new Packet();
  packet.alloc();
  for (const { at, keyFrame, data } of request.pictures) {
    packet.data = Buffer.from(data);
    packet.pts = BigInt(at);
    packet.isKeyframe = keyFrame;
    context.sendPacketSync(packet);
    packet.unref();
    receive();
  }
  packet.free();
  if (hasPicture) return { frame: last, isContinuable: true };
  // A decoder may hold a picture back for reordering: the end of the stream makes it return the picture, and nothing after it.
  context.sendPacketSync(null);
  receive();
  context.flushBuffers();
  return { frame: hasPicture ? last : null, isContinuable: false };
}

function planesOf(frame: AvFrame): PlanarPicture | null {
  const { width, height, format, linesize, data, colorRange } = frame;
  if (format !== AV_PIX_FMT_YUV420P && format !== AV_PIX_FMT_YUVJ420P) return null;
  const [y, u, v] = data ?? [];
  const [yStride = 0, uStride = 0, vStride = 0] = linesize;
  if (!y || !u || !v) return null;
  return {
    width,
    height,
    planes: [y, u, v],
    strides: [yStride, uStride, vStride],
    isFullRange: format === AV_PIX_FMT_YUVJ420P || colorRange === AVCOL_RANGE_JPEG,
  };
}

async function look(request: ObjectRequest): Promise<PictureLook | null> {
  const before = process.cpuUsage();
  const decoder = decoderFor(request);
  if (!decoder) return null;
  const { frame, isContinuable } = decode(request, decoder);
  const picture = frame && planesOf(frame);
  if (!frame || !picture) return null;
  const at = Number(frame.pts);
  const grid = toGrid(picture.planes[0], picture.width, picture.height, picture.strides[0]);
  const { areas: moving } = modelFor(request).update(grid, at);
  const isLookedAt = moving.length > 0 || request.isForced;
  const objects = recognise && isLookedAt ? await recognise(picture, moving) : [];
  const isAskedForFaces = recognise !== null && isLookedAt && request.findings?.includes('face');
  const findings = isAskedForFaces ? await findFaces(picture, objects) : null;
  const jpeg = !recognise && isLookedAt ? encoder.encode(frame) : null;
  const { user, system } = process.cpuUsage(before);
  return { at, moving, objects, findings, cpuMs: (user + system) / 1000, isContinuable, jpeg };
}

process.on('message', (request: ObjectRequest) => {
  const answer = (found: PictureLook | null): void => {
    const message: ObjectAnswer = { id: request.id, look: found };
    process.send?.(message);
  };
  // Pictures come one at a time: each is answered before the next.
  look(request).then(answer, () => answer(null));
});
process.once('disconnect', () => process.exit(0));
// Now, not at the exit: the server kills its processes.
flushCompileCache();
