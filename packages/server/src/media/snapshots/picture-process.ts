import { flushCompileCache } from 'node:module';
import type { AVPixelFormat, CodecContext, Frame as AvFrame } from 'node-av';
import { aspectRatio, squareSize } from '../ingest/codecs/pixel-aspect.ts';
import { drawCorners, type PictureBox } from './corner-marks.ts';
import { exitWithoutDecoder, type PictureAnswer, type PictureReady, type PictureRequest } from './picture-messages.ts';

/**
 * Makes JPEGs of key frames in a separate process, because a broken picture may crash a decoder, and decoding must never block
 * the server. The process ends by itself when the server is gone, even after a kill.
 */
const nodeAv = await import('node-av').catch(() => process.exit(exitWithoutDecoder));
const {
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  Codec,
  CodecContext: Context,
  FF_ENCODER_MJPEG,
  FF_QP2LAMBDA,
  AV_CODEC_FLAG_QSCALE,
  Frame,
  Packet,
  Rational,
  SoftwareScaleContext,
  SWS_BILINEAR,
} = nodeAv;

const codecIds = { h264: AV_CODEC_ID_H264, hevc: AV_CODEC_ID_HEVC, mjpeg: AV_CODEC_ID_MJPEG };

/** Key frames decode alone, so cameras of one configuration share a decoder. */
const decoders = new Map<string, CodecContext>();
const maxDecoders = 32;
const encoders = new Map<string, CodecContext>();
const maxEncoders = 8;
/** MJPEG quality, 2 (best) to 31. */
const quality = { full: 4, small: 6 };

let pictures = 0;
const [first, second] = [new Frame(), new Frame()];
first.alloc();
second.alloc();

/** Caches a context; evicts the oldest. */
function remember(contexts: Map<string, CodecContext>, maxSize: number, key: string, make: () => CodecContext): CodecContext {
  const known = contexts.get(key);
  if (known) return known;
  const [oldest] = contexts.keys();
  if (contexts.size >= maxSize && oldest !== undefined) {
    contexts.get(oldest)?.freeContext();
    contexts.delete(oldest);
  }
  const context = make();
  contexts.set(key, context);
  return context;
}

function decoderFor({ codec: name, configuration, width }: PictureRequest): CodecContext {
  const isSmall = width !== null;
  return remember(decoders, maxDecoders, `${name} ${isSmall} ${Buffer.from(configuration).toString('base64')}`, () => {
    const codec = Codec.findDecoder(codecIds[name]);
    const context = new Context();
    context.allocContext3(codec);
    if (configuration.length > 0) context.extraData = Buffer.from(configuration);
    context.threadCount = 1;
    // The loop filter smooths details that are smaller than a pixel of a small picture.
    if (isSmall) context.setOption('skip_loop_filter', 'all');
    context.open2Sync(codec, null);
    return context;
  });
}

function encoderFor(width: number, height: number, isSmall: boolean): CodecContext {
  return remember(encoders, maxEncoders, `${width}x${height} ${isSmall}`, () => {
    const codec = Codec.findEncoderByName(FF_ENCODER_MJPEG);
    const context = new Context();
    context.allocContext3(codec);
    context.width = width;
    context.height = height;
    context.pixelFormat = AV_PIX_FMT_YUVJ420P;
    context.colorRange = AVCOL_RANGE_JPEG;
    context.timeBase = new Rational(1, 25);
    context.threadCount = 1;
    context.setFlags(AV_CODEC_FLAG_QSCALE);
    context.globalQuality = FF_QP2LAMBDA * (isSmall ? quality.small : quality.full);
    context.open2Sync(codec, null);
    return context;
  });
}

/** Returns the size of the answer in square pixels, at most that of the picture; even numbers as JPEG's chroma requires. */
function sizeFor(frame: AvFrame, width: number | null): { readonly width: number; readonly height: number } {
  const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);
  const { num, den } = frame.sampleAspectRatio;
  const seen = squareSize(frame.width, frame.height, aspectRatio(num, den));
  const scale = width === null ? 1 : Math.min(1, width / seen.width);
  return { width: even(seen.width * scale), height: even(seen.height * scale) };
}

function scaled(frame: AvFrame, width: number, height: number): AvFrame {
  // The format of a decoded picture is a pixel format.
  const source = frame.format as AVPixelFormat;
  const target = new Frame();
  target.alloc();
  target.width = width;
  target.height = height;
  target.format = AV_PIX_FMT_YUVJ420P;
  target.colorRange = AVCOL_RANGE_JPEG;
  target.getBuffer();
  const scaler = new SoftwareScaleContext();
  scaler.getContext(frame.width, frame.height, source, width, height, AV_PIX_FMT_YUVJ420P, SWS_BILINEAR);
  scaler.scaleFrameSync(target, frame);
  scaler.freeContext();
  return target;
}

function encode(frame: AvFrame, isSmall: boolean): Uint8Array | null {
  const encoder = encoderFor(frame.width, frame.height, isSmall);
  const packet = new Packet();
  packet.alloc();
  frame.quality = FF_QP2LAMBDA * (isSmall ? quality.small : quality.full);
  // An encoder rejects repeated timestamps.
  frame.pts = BigInt((pictures += 1));
  encoder.sendFrameSync(frame);
  const jpeg = encoder.receivePacketSync(packet) >= 0 && packet.data ? new Uint8Array(packet.data) : null;
  packet.free();
  return jpeg;
}

/** Draws corners around a part of a scaled picture. */
function mark(frame: AvFrame, box: PictureBox): void {
  const { width, height } = frame;
  const data = Buffer.alloc((width * height * 3) / 2);
  let start = 0;
  for (const [index, plane] of (frame.data ?? []).slice(0, 3).entries()) {
    const half = index === 0 ? 1 : 2;
    const [lineWidth, stride] = [width / half, frame.linesize[index] ?? 0];
    for (let y = 0; y < height / half; y += 1) plane.copy(data, start + y * lineWidth, y * stride, y * stride + lineWidth);
    start += (lineWidth * height) / half;
  }
  drawCorners({ data, width, height }, box);
  frame.fromBuffer(data);
}

function picture(request: PictureRequest): Uint8Array | null {
  const decoder = decoderFor(request);
  const packet = new Packet();
  packet.alloc();
  let [decoded, spare] = [first, second];
  let hasPicture = false;
  const receive = (): void => {
    // A frame loses its picture even if there is no next one.
    while (decoder.receiveFrameSync(spare) >= 0) {
      [decoded, spare] = [spare, decoded];
      hasPicture = true;
    }
  };
  for (const [index, data] of [...(request.before ?? []), request.data].entries()) {
    packet.data = Buffer.from(data);
    packet.isKeyframe = index === 0;
    decoder.sendPacketSync(packet);
    packet.unref();
    receive();
  }
  packet.free();
  // A decoder may hold a picture back for reordering: the end of the stream makes it return the picture.
  decoder.sendPacketSync(null);
  receive();
  decoder.flushBuffers();
  if (!hasPicture) return null;
  const { width, height } = sizeFor(decoded, request.width);
  const target = scaled(decoded, width, height);
  decoded.unref();
  if (request.box) mark(target, request.box);
  const jpeg = encode(target, request.width !== null);
  target.free();
  return jpeg;
}

/** A finished picture is megabytes behind a small object: without a forced collection, some 200 MB of them accumulate. */
const picturesBeforeCollection = 8;

process.on('message', (request: PictureRequest) => {
  const answer: PictureAnswer = { id: request.id, jpeg: picture(request) };
  process.send?.(answer);
  if (pictures % picturesBeforeCollection === 0) globalThis.gc?.({ type: 'minor', execution: 'sync' });
});
process.send?.({ ready: true } satisfies PictureReady);
process.once('disconnect', () => process.exit(0));
// Now, not at the exit: the server kills its processes.
flushCompileCache();
