import type { CallOptions } from '../../kernel/ports.ts';
import { clipStart, readClip, type ClipPosition, type ClipReaderDeps } from './archive-clip-reader.ts';

/** How much of a clip has arrived. */
export interface ClipProgress {
  /** Bytes. */
  readonly loaded: number;
  /** Bytes of the whole file; null if the server doesn't report it. */
  readonly total: number | null;
}

/** What has arrived of a clip: initially `{}`, filled when a download stops early. */
export interface KeptClip {
  part?: ClipPart | undefined;
}

/** Bytes from the start of the file, all from one state of the footage. */
export interface ClipPart extends ClipPosition {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** How a clip is downloaded: with progress, in parts that survive a failure, and until `signal` aborts. */
export interface ClipOptions extends CallOptions {
  /** Called immediately with the bytes that `kept` already holds. */
  readonly onProgress?: ((progress: ClipProgress) => void) | undefined;
  /** Pass the same object for the same range again: a failed or canceled download resumes where it stopped. */
  readonly kept?: KeptClip | undefined;
}

/** A downloaded clip. */
export interface ArchiveClip {
  /** `video/mp4`. */
  readonly file: Blob;
  /** The server's name for the file, `Front door 2026-01-15 12.00.00+0000.mp4`. */
  readonly name: string;
}

/** Downloads a clip into memory and resumes an interrupted connection, unless the footage has changed meanwhile. */
export async function loadClip(deps: ClipReaderDeps, url: string, { signal, onProgress, kept }: ClipOptions = {}): Promise<ArchiveClip> {
  const { parts: keptParts, ...keptPosition } = kept?.part ?? { parts: [], ...clipStart };
  // Removed from `kept`, so that two downloads never write to the same bytes.
  if (kept) kept.part = undefined;
  let parts = [...keptParts];
  let position: ClipPosition = keptPosition;
  const report = (): void => onProgress?.({ loaded: position.loaded, total: position.total });
  if (position.loaded > 0) report();
  try {
    for await (const read of readClip(deps, url, position, signal)) {
      ({ position } = read);
      if (read.kind === 'start') parts = [];
      else {
        parts.push(read.bytes);
        report();
      }
    }
    return { file: new Blob(parts, { type: 'video/mp4' }), name: position.name };
  } catch (error) {
    if (kept && position.loaded > 0) kept.part = { ...position, parts };
    throw error;
  }
}
