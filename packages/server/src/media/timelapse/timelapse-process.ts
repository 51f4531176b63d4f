import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import type { CodecContext, Frame as AvFrame, SoftwareScaleContext as Scaler } from 'node-av';
import { aspectRatio, squareSize } from '../ingest/codecs/pixel-aspect.ts';
import { exitWithoutCodecs } from '../transcode/transcode-messages.ts';
import { drawTime } from './timelapse-digits.ts';
import type { FilmAnswer, FilmOpen, FilmPicture, FilmRequest } from './timelapse-messages.ts';

/**
 * Makes a film of recorded key frames in a separate process with the lowest priority, because a broken picture may crash a decoder, and a
 * film is never urgent. The process ends by itself when the server is gone, even after a kill.
 */
const av = await import('node-av').catch(() => process.exit(exitWithoutCodecs));
setPriority(constants.priority.PRIORITY_LOW);

const codecIds = { h264: av.AV_CODEC_ID_H264, hevc: av.AV_CODEC_ID_HEVC, mjpeg: av.AV_CODEC_ID_MJPEG };
const ticks = 90_000;
/** Video levels of black: brightness, and both colours. */
const [black, noColour] = [16, 128];
/** What a day at 1280 × 720 may have, kbit/s. */
const maxBitRate = 4000;

interface Film {
  readonly width: number;
  readonly height: number;
  readonly encoder: CodecContext;
  /** Planar pixels of the next picture. */
  readonly canvas: Buffer;
  readonly frame: AvFrame;
}
/** Fits pictures of one shape into the film. */
interface Fitting {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly scaler: Scaler;
  readonly frame: AvFrame;
}

let open: FilmOpen | null = null;
let film: Film | null = null;
let fitting: Fitting | null = null;
let decoder: { readonly key: string; readonly context: CodecContext } | null = null;
let pictures = 0;
const decoded = new av.Frame();
decoded.alloc();
const packet = new av.Packet();
packet.alloc();

function decoderFor({ codec: name, configuration }: FilmPicture): CodecContext {
  const key = `${name} ${Buffer.from(configuration).toString('base64')}`;
  if (decoder?.key === key) return decoder.context;
  decoder?.context.freeContext();
  const codec = av.Codec.findDecoder(codecIds[name]);
  const context = new av.CodecContext();
  context.allocContext3(codec);
  if (configuration.length > 0) context.extraData = Buffer.from(configuration);
  context.threadCount = 1;
  context.open2Sync(codec, null);
  decoder = { key, context };
  return context;
}

/** Returns the size of the picture in square pixels, no larger than the space; even numbers. */
function fit(source: AvFrame, space: FilmOpen['fitInto']): { readonly width: number; readonly height: number } {
  const { num, den } = source.sampleAspectRatio;
  const { width, height } = squareSize(source.width, source.height, aspectRatio(num, den));
  const scale = Math.min(1, space.width / width, space.height / height);
  const even = (size: number): number => Math.max(2, Math.round((size * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

function newFrame(width: number, height: number): AvFrame {
  const frame = new av.Frame();
  frame.alloc();
  Object.assign(frame, { width, height, format: av.AV_PIX_FMT_YUV420P });
  frame.allocBuffer();
  return frame;
}

function openFilm({ fitInto, frameRate }: FilmOpen, source: AvFrame): Film {
  const { width, height } = fit(source, fitInto);
  const codec = av.Codec.findEncoderByName(av.FF_ENCODER_LIBX264);
  const encoder = new av.CodecContext();
  encoder.allocContext3(codec);
  Object.assign(encoder, {
    width,
    height,
    pixelFormat: av.AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: ticks },
    framerate: { num: Math.round(frameRate * 1000), den: 1000 },
    gopSize: Math.max(1, Math.round(frameRate * 2)),
    maxBFrames: 0,
    threadCount: 1,
  });
  const most = Math.max(300, Math.round((maxBitRate * width * height) / (1280 * 720)));
  for (const [name, value] of [
    ['preset', 'veryfast'],
    ['profile', 'main'],
    ['crf', '25'],
    ['x264-params', `vbv-maxrate=${most}:vbv-bufsize=${most * 2}`],
  ] as const)
    encoder.setOption(name, value);
  encoder.open2Sync(codec, null);
  return { width, height, encoder, canvas: Buffer.alloc((width * height * 3) / 2), frame: newFrame(width, height) };
}

function fittingFor(source: AvFrame, { width, height }: Film): Fitting {
  const { num, den } = source.sampleAspectRatio;
  const key = `${source.width}x${source.height} ${num}:${den} ${source.format}`;
  if (fitting?.key === key) return fitting;
  fitting?.scaler.freeContext();
  fitting?.frame.free();
  const size = fit(source, { width, height });
  const scaler = new av.SoftwareScaleContext();
  scaler.getContext(
    source.width,
    source.height,
    // The format of a decoded picture is a pixel format.
    source.format as Parameters<Scaler['getContext']>[2],
    size.width,
    size.height,
    av.AV_PIX_FMT_YUV420P,
    av.SWS_BILINEAR,
  );
  fitting = { key, ...size, scaler, frame: newFrame(size.width, size.height) };
  return fitting;
}

/** Draws the decoded picture into the middle of the film, with black bars where its shape is another, and the time onto it. */
function compose(target: Film, time: string): void {
  const { width, height, canvas } = target;
  const { frame, scaler, width: innerWidth, height: innerHeight } = fittingFor(decoded, target);
  scaler.scaleFrameSync(frame, decoded);
  const luma = width * height;
  canvas.fill(black, 0, luma).fill(noColour, luma);
  const [left, top] = [Math.floor((width - innerWidth) / 4) * 2, Math.floor((height - innerHeight) / 4) * 2];
  for (const [index, plane] of (frame.data ?? []).slice(0, 3).entries()) {
    const half = index === 0 ? 1 : 2;
    const start = index === 0 ? 0 : luma + ((index - 1) * luma) / 4;
    const [lineWidth, stride] = [width / half, frame.linesize[index] ?? 0];
    for (let y = 0; y < innerHeight / half; y += 1)
      plane.copy(canvas, start + (top / half + y) * lineWidth + left / half, y * stride, y * stride + innerWidth / half);
  }
  drawTime({ pixels: canvas.subarray(0, luma), width, height }, time);
}

function takePictures(encoder: CodecContext): FilmAnswer['pictures'] {
  const taken: { keyFrame: boolean; data: Uint8Array }[] = [];
  while (encoder.receivePacketSync(packet) >= 0) {
    if (packet.data) taken.push({ keyFrame: packet.isKeyframe, data: Uint8Array.from(packet.data) });
    packet.unref();
  }
  return taken;
}

function add(opened: FilmOpen, picture: FilmPicture): FilmAnswer['pictures'] {
  const context = decoderFor(picture);
  packet.data = Buffer.from(picture.data);
  packet.isKeyframe = true;
  context.sendPacketSync(packet);
  packet.unref();
  // A decoder may hold a picture back for reordering: the end of the stream makes it return the picture.
  context.sendPacketSync(null);
  const hasPicture = context.receiveFrameSync(decoded) >= 0;
  context.flushBuffers();
  // What can't be decoded is left out.
  if (!hasPicture) return [];
  film ??= openFilm(opened, decoded);
  compose(film, picture.time);
  decoded.unref();
  film.frame.makeWritable();
  film.frame.fromBuffer(film.canvas);
  film.frame.pts = BigInt(Math.round((pictures * ticks) / opened.frameRate));
  pictures += 1;
  film.encoder.sendFrameSync(film.frame);
  return takePictures(film.encoder);
}

function finish(): FilmAnswer['pictures'] {
  if (!film) return [];
  film.encoder.sendFrameSync(null);
  return takePictures(film.encoder);
}

process.on('message', (request: FilmRequest) => {
  if (request.type === 'open') {
    open = request;
    return;
  }
  const done = request.type === 'finish' ? finish() : open ? add(open, request) : [];
  const { user, system } = process.cpuUsage();
  const answer: FilmAnswer = { width: film?.width ?? 0, height: film?.height ?? 0, pictures: done, cpuMs: (user + system) / 1000 };
  process.send?.(answer);
});
process.once('disconnect', () => process.exit(0));
// Now, not at the exit: the server kills its processes.
flushCompileCache();
