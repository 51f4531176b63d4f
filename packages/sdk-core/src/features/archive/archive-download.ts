import { WatchpostError } from '../../kernel/errors.ts';
import type { ClipOptions } from './archive-clip.ts';
import { clipStart, readClip, type ClipReaderDeps } from './archive-clip-reader.ts';

/** Options of `archive.download`: progress, and a signal that stops it. */
export type DownloadOptions = Pick<ClipOptions, 'signal' | 'onProgress'>;

/** A clip that is being downloaded. */
export interface ArchiveDownload {
  /** The file's bytes. They come from the network as they are read, so that a long clip takes no memory. Cancel it to stop the download. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The server's name for the file, `Front door 2026-01-15 12.00.00+0000.mp4`. */
  readonly name: string;
  /** Bytes of the whole file; null if the server doesn't report it. */
  readonly total: number | null;
}

/** Opens a clip as a stream, and resumes an interrupted connection while it is read. */
export async function openDownload(
  deps: ClipReaderDeps,
  url: string,
  { signal, onProgress }: DownloadOptions = {},
): Promise<ArchiveDownload> {
  const reads = readClip(deps, url, clipStart, signal);
  const opened = await reads.next();
  if (opened.done) throw new WatchpostError('network');
  const { name, total } = opened.value.position;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await reads.next();
      if (done) return controller.close();
      // The first bytes have left already, and those of another file must not follow them.
      if (value.kind === 'start') throw new WatchpostError('conflict', { message: 'The footage changed during the download.' });
      controller.enqueue(value.bytes);
      onProgress?.({ loaded: value.position.loaded, total: value.position.total });
    },
    cancel: async () => void (await reads.return()),
  });
  return { stream, name, total };
}
