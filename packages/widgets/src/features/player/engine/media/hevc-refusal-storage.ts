import { hevc } from './hevc-storage.ts';

/**
 * H.265 is not requested any more, on this page and on the next ones. The key holds the browser with its version: an update may have
 * mended it.
 */
export function keepHevcRefusal(): void {
  hevc.failed = true;
  try {
    localStorage.setItem('watchpost.hevc', navigator.userAgent);
  } catch {
    // The page may not store anything.
  }
}
