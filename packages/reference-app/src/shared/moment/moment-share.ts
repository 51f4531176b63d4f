import { footageFileName, systemClock, zoneOffset } from '@watchpost/sdk-core';

/** How a picture left the page: `canceled` when the user closed the system's sheet. */
export type Shared = 'shared' | 'saved' | 'canceled';

/** Whether this device offers to send files to other apps. */
export function canShareFiles(): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [new File([], 'picture.jpg', { type: 'image/jpeg' })] });
}

/** Gives a picture to the system's share sheet; where there is none, or it refuses, saves it as a file. */
export async function sharePicture(picture: Blob, name: string): Promise<Shared> {
  const file = new File([picture], name, { type: 'image/jpeg' });
  if (canShareFiles()) {
    try {
      await navigator.share({ files: [file] });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'canceled';
      // Some browsers forget the press while the picture loads.
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Revoked later, because the browser needs time to start reading the file.
  systemClock.after(60_000, () => URL.revokeObjectURL(link.href));
  return 'saved';
}

/** @example pictureName('Yard', at, 'Europe/Moscow') // 'Yard 2026-11-27 14.05.09+0300.jpg' */
export function pictureName(title: string, at: number, timeZone: string): string {
  return footageFileName({ title, time: at, offsetMs: zoneOffset(at, timeZone) }, 'jpg');
}
