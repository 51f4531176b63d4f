import type { AVPixelFormat, CodecContext, Frame } from 'node-av';

/** A picture as JPEG, and its size in pixels. */
export interface Jpeg {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Makes JPEGs of decoded pictures. */
interface JpegEncoder {
  /** Returns null when the picture can't be encoded. */
  encode(frame: Frame): Jpeg | null;
}

/** Detectors scale to 640 or less; what is larger only takes time to send. */
const maxWidth = 1280;
/** MJPEG quality, 2 (best) to 31. */
const quality = 4;
/** One for each size of picture. */
const maxEncoders = 8;

/** @param av node-av, which is optional */
export function createJpegEncoder(av: typeof import('node-av')): JpegEncoder {
  const encoders = new Map<string, CodecContext>();
  let pictures = 0;

  const encoderFor = (width: number, height: number): CodecContext => {
    const key = `${width}x${height}`;
    const known = encoders.get(key);
    if (known) return known;
    const [oldest] = encoders.keys();
    if (encoders.size >= maxEncoders && oldest !== undefined) {
      encoders.get(oldest)?.freeContext();
      encoders.delete(oldest);
    }
    const codec = av.Codec.findEncoderByName(av.FF_ENCODER_MJPEG);
    const context = new av.CodecContext();
    context.allocContext3(codec);
    context.width = width;
    context.height = height;
    context.pixelFormat = av.AV_PIX_FMT_YUVJ420P;
    context.colorRange = av.AVCOL_RANGE_JPEG;
    context.timeBase = new av.Rational(1, 25);
    context.threadCount = 1;
    context.setFlags(av.AV_CODEC_FLAG_QSCALE);
    context.globalQuality = av.FF_QP2LAMBDA * quality;
    context.open2Sync(codec, null);
    encoders.set(key, context);
    return context;
  };

  const scale = (frame: Frame): Frame => {
    const { width, height } = jpegSize(frame);
    const target = new av.Frame();
    target.alloc();
    target.width = width;
    target.height = height;
    target.format = av.AV_PIX_FMT_YUVJ420P;
    target.colorRange = av.AVCOL_RANGE_JPEG;
    target.getBuffer();
    const scaler = new av.SoftwareScaleContext();
    // The format of a decoded picture is a pixel format.
    const source = frame.format as AVPixelFormat;
    scaler.getContext(frame.width, frame.height, source, width, height, av.AV_PIX_FMT_YUVJ420P, av.SWS_BILINEAR);
    scaler.scaleFrameSync(target, frame);
    scaler.freeContext();
    return target;
  };

  return {
    encode: (frame) => {
      const target = scale(frame);
      const packet = new av.Packet();
      packet.alloc();
      target.quality = av.FF_QP2LAMBDA * quality;
      // An encoder rejects repeated timestamps.
      target.pts = BigInt((pictures += 1));
      const encoder = encoderFor(target.width, target.height);
      encoder.sendFrameSync(target);
      const { width, height } = target;
      const jpeg = encoder.receivePacketSync(packet) >= 0 && packet.data ? { data: new Uint8Array(packet.data), width, height } : null;
      packet.free();
      target.free();
      return jpeg;
    },
  };
}

/** Returns the size of a picture's JPEG: at most 1,280 pixels wide, and even, as its colours require. */
function jpegSize({ width, height }: Frame): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, maxWidth / width);
  const even = (value: number): number => Math.max(2, Math.round((value * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
