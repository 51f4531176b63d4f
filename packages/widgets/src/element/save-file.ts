import { systemClock } from '@watchpost/sdk-core';

/** Downloads a file. Its URL is revoked a little later: some browsers read it only then. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  systemClock.after(10_000, () => URL.revokeObjectURL(link.href));
}
