import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../e2e/support/product.ts';
import { startChild } from './children.ts';
import { ffmpegPath } from './archive/clip.ts';
import { temporaryFolder } from './folders.ts';

/** The standard solution: a camera as HLS of 2 s segments by one ffmpeg, which any web server can serve. */
export interface PlainHls {
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts it and waits for a full window of the playlist: three segments. */
export async function startPlainHls(rtspAddress: string): Promise<PlainHls> {
  const folder = temporaryFolder('plain-hls');
  const playlist = join(folder, 'index.m3u8');
  const input = ['-hide_banner', '-loglevel', 'error', '-rtsp_transport', 'tcp', '-i', rtspAddress];
  const child = await startChild(ffmpegPath, [
    ...input,
    '-c',
    'copy',
    '-f',
    'hls',
    '-hls_time',
    '2',
    '-hls_flags',
    'delete_segments',
    playlist,
  ]);
  await until('ffmpeg to write three segments', () => existsSync(join(folder, 'index2.ts')), 30_000);
  return { folder, stop: child.stop };
}
