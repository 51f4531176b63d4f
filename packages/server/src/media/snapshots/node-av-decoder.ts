import type { PictureDecoder } from './picture-decoder.ts';

/** FFmpeg's libraries from the npm package node-av, where the system has no FFmpeg; null when that is not installed either. */
export async function createNodeAvDecoder(): Promise<PictureDecoder | null> {
  const nodeAv = await import('node-av').catch(() => null);
  if (!nodeAv) return null;
  const { Decoder, Demuxer, Encoder, FF_ENCODER_MJPEG } = nodeAv;
  return {
    name: 'node-av',
    decode: async (video) => {
      await using input = await Demuxer.open(Buffer.from(video), { format: 'mp4' });
      const stream = input.video();
      if (!stream) throw new Error('There is no video in it.');
      using decoder = await Decoder.create(stream);
      using encoder = await Encoder.create(FF_ENCODER_MJPEG, { options: { strict: 'unofficial' } });
      for await (const packet of encoder.packets(decoder.frames(input.packets(stream.index)))) {
        if (!packet) continue;
        const picture = packet.data;
        packet.free();
        if (picture) return new Uint8Array(picture);
      }
      throw new Error('There is no picture in it.');
    },
  };
}
