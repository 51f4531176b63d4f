/** Holds the browser that has failed with H.265 on this device, with its version: an update may have mended it. */
const key = 'watchpost.hevc-refused-by';

export function isHevcRefused(): boolean {
  try {
    return localStorage.getItem(key) === navigator.userAgent;
  } catch {
    return false;
  }
}

export function keepHevcRefusal(): void {
  try {
    localStorage.setItem(key, navigator.userAgent);
  } catch {
    // The page may not store anything: then it is known until it is left.
  }
}
