import { flushCompileCache } from 'node:module';
import type { CodecContext, Frame as AvFrame, SoftwareScaleContext as Scaler } from 'node-av';
import { aspectRatio, squareSize } from '../ingest/codecs/pixel-aspect.ts';
import { exitWithoutCodecs, type VideoAnswer, type VideoOpen, type VideoPicture, type VideoRequest } from './transcode-messages.ts';

/**
 * Transcodes one camera's pictures to H.264 that every browser plays, in a separate process, because a broken picture may crash a
 * decoder, and transcoding must never block the server. The process ends by itself when the server is gone, even after a kill.
 */
const av = await import('node-av').catch(() => process.exit(exitWithoutCodecs));
const ticks = 90_000;
const keyFrameIntervalTicks = 2 * ticks;

let openRequest: VideoOpen | null = null;
let decoder: CodecContext | null = null;
let output: Output | null = null;
let lastTime = Number.NEGATIVE_INFINITY;
const decoded = new av.Frame();
decoded.alloc();
const packet = new av.Packet();
packet.alloc();

interface Output {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly encoder: CodecContext;
  readonly scaler: Scaler;
  readonly frame: AvFrame;
  keyFrameAt: number;
}

function openDecoder({ codec, configuration }: VideoOpen): CodecContext {
  const id = codec === 'h264' ? av.AV_CODEC_ID_H264 : codec === 'hevc' ? av.AV_CODEC_ID_HEVC : av.AV_CODEC_ID_MJPEG;
  const found = av.Codec.findDecoder(id);
  const context = new av.CodecContext();
  context.allocContext3(found);
  if (configuration.length > 0) context.extraData = Buffer.from(configuration);
  context.threadCount = 1;
  context.flags = av.AV_CODEC_FLAG_LOW_DELAY;
  context.pktTimebase = { num: 1, den: ticks } as CodecContext['pktTimebase'];
  context.open2Sync(found, null);
  return context;
}

/** Returns the display size in square pixels; even numbers, no larger than requested. */
function sizeFor(source: AvFrame, fitInto: VideoOpen['fitInto']): { width: number; height: number } {
  const { num, den } = source.sampleAspectRatio;
  const { width, height } = squareSize(source.width, source.height, aspectRatio(num, den));
  const scale = fitInto ? Math.min(1, fitInto.width / width, fitInto.height / height) : 1;
  const even = (size: number): number => Math.max(16, Math.round((size * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

function openOutput(open: VideoOpen, source: AvFrame): Output {
  const { width, height } = sizeFor(source, open.fitInto);
  const codec = av.Codec.findEncoderByName(av.FF_ENCODER_LIBX264);
  const encoder = new av.CodecContext();
  encoder.allocContext3(codec);
  Object.assign(encoder, {
    width,
    height,
    pixelFormat: av.AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: ticks },
    framerate: { num: open.frameRate, den: 1 },
    gopSize: 600,
    maxBFrames: 0,
    threadCount: 1,
  });
  encoder.bitRate = BigInt(Math.round(width * height * open.frameRate * 0.12));
  for (const [name, value] of [
    ['preset', 'ultrafast'],
    ['tune', 'zerolatency'],
    ['profile', 'baseline'],
  ] as const)
    encoder.setOption(name, value);
  encoder.open2Sync(codec, null);
  const scaler = new av.SoftwareScaleContext();
  scaler.getContext(
    source.width,
    source.height,
    source.format as Parameters<Scaler['getContext']>[2],
    width,
    height,
    av.AV_PIX_FMT_YUV420P,
    av.SWS_FAST_BILINEAR,
  );
  const frame = new av.Frame();
  frame.alloc();
  Object.assign(frame, { width, height, format: av.AV_PIX_FMT_YUV420P });
  frame.allocBuffer();
  return { key: shapeOf(source), width, height, encoder, scaler, frame, keyFrameAt: Number.NEGATIVE_INFINITY };
}

function shapeOf({ width, height, format, sampleAspectRatio: { num, den } }: AvFrame): string {
  return `${width}x${height} ${num}:${den} ${format}`;
}

/** Encodes the decoded picture, unless it follows the previous one too soon. */
function encode(open: VideoOpen): VideoAnswer['pictures'] {
  const time = Number(decoded.pts);
  if (time - lastTime < ticks / open.frameRate - ticks / 200) return [];
  lastTime = time;
  if (output?.key !== shapeOf(decoded)) {
    output?.encoder.freeContext();
    output?.scaler.freeContext();
    output = openOutput(open, decoded);
  }
  const { encoder, scaler, frame } = output;
  frame.makeWritable();
  scaler.scaleFrameSync(frame, decoded);
  frame.pts = BigInt(time);
  const isKey = time - output.keyFrameAt >= keyFrameIntervalTicks;
  if (isKey) output.keyFrameAt = time;
  frame.pictType = isKey ? av.AV_PICTURE_TYPE_I : av.AV_PICTURE_TYPE_NONE;
  encoder.sendFrameSync(frame);
  const pictures: { time: number; keyFrame: boolean; data: Uint8Array }[] = [];
  while (encoder.receivePacketSync(packet) >= 0) {
    if (packet.data) pictures.push({ time: Number(packet.pts), keyFrame: packet.isKeyframe, data: Uint8Array.from(packet.data) });
    packet.unref();
  }
  return pictures;
}

function transcode(open: VideoOpen, { time, keyFrame, data }: VideoPicture): VideoAnswer['pictures'] {
  decoder ??= openDecoder(open);
  packet.data = Buffer.from(data);
  packet.pts = BigInt(Math.round(time));
  packet.dts = BigInt(Math.round(time));
  packet.isKeyframe = keyFrame;
  decoder.sendPacketSync(packet);
  packet.unref();
  const pictures: { time: number; keyFrame: boolean; data: Uint8Array }[] = [];
  while (decoder.receiveFrameSync(decoded) >= 0) {
    pictures.push(...encode(open));
    decoded.unref();
  }
  return pictures;
}

process.on('message', (request: VideoRequest) => {
  if (request.type === 'open') {
    openRequest = request;
    decoder?.freeContext();
    decoder = null;
    return;
  }
  const pictures = openRequest ? transcode(openRequest, request) : [];
  const answer: VideoAnswer = { type: 'picture', width: output?.width ?? 0, height: output?.height ?? 0, pictures };
  process.send?.(answer);
});
process.once('disconnect', () => process.exit(0));
// Now, not at the exit: the server kills its processes.
flushCompileCache();
