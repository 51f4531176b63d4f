import { flushCompileCache } from 'node:module';
import type { CodecContext } from 'node-av';
import { exitWithoutDecoder, type GridAnswer, type GridRequest } from './grid-messages.ts';
import { toGrid } from './picture-grid.ts';

/**
 * Decodes key frames in a separate process, because a broken picture may crash a decoder, and decoding must never block the
 * server. The process ends by itself when the server is gone, even after a kill.
 */
const nodeAv = await import('node-av').catch(() => process.exit(exitWithoutDecoder));
const { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P, Codec, CodecContext: Context, Frame, Packet } = nodeAv;
const frame = new Frame();
frame.alloc();
/** Key frames decode alone, so cameras of one configuration share a decoder. */
const decoders = new Map<string, CodecContext>();
const maxDecoders = 32;

function decoderFor({ codec: name, configuration }: GridRequest): CodecContext {
  const key = `${name} ${Buffer.from(configuration).toString('base64')}`;
  const known = decoders.get(key);
  if (known) return known;
  const [oldest] = decoders.keys();
  if (decoders.size >= maxDecoders && oldest !== undefined) {
    decoders.get(oldest)?.freeContext();
    decoders.delete(oldest);
  }
  const codec = Codec.findDecoder(name === 'hevc' ? AV_CODEC_ID_HEVC : AV_CODEC_ID_H264);
  const context = new Context();
  context.allocContext3(codec);
  context.extraData = Buffer.from(configuration);
  context.threadCount = 1;
  // The loop filter smooths edges of blocks, which the mean of a cell doesn't show. Key frames are predicted from what is not filtered.
  context.setOption('skip_loop_filter', 'all');
  context.open2Sync(codec, null);
  decoders.set(key, context);
  return context;
}

function decode(request: GridRequest): Uint8Array | null {
  const context = decoderFor(request);
  const packet = new Packet();
  packet.alloc();
  packet.data = Buffer.from(request.data);
  packet.isKeyframe = true;
  context.sendPacketSync(packet);
  packet.free();
  // A decoder may hold a picture back for reordering: the end of the stream makes it return the picture.
  context.sendPacketSync(null);
  const hasPicture = context.receiveFrameSync(frame) >= 0;
  context.flushBuffers();
  if (!hasPicture) return null;
  const { width, height, format, linesize, data: planes } = frame;
  const luma = format === AV_PIX_FMT_YUV420P || format === AV_PIX_FMT_YUVJ420P ? planes?.[0] : undefined;
  const grid = luma ? toGrid(luma, width, height, linesize[0] ?? width) : null;
  frame.unref();
  return grid;
}

process.on('message', (request: GridRequest) => {
  const answer: GridAnswer = { id: request.id, grid: decode(request) };
  process.send?.(answer);
});
process.once('disconnect', () => process.exit(0));
// Now, not at the exit: the server kills its processes.
flushCompileCache();
