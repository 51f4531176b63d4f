/** What is known of this device. `failed`: where the page may not store anything, until it is left. */
export const hevc = { failed: false };

/** Whether H.265 may not be requested: this browser accepts it, and has failed to decode it on this device (`hevc-refusal-storage.ts`). */
export function isHevcRefused(): boolean {
  try {
    return hevc.failed || localStorage.getItem('watchpost.hevc') === navigator.userAgent;
  } catch {
    return false;
  }
}
