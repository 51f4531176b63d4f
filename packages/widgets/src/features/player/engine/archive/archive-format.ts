import { withoutSound } from '../media/fragment-samples.ts';
import { isHevcRefused } from '../media/hevc-storage.ts';
import { initMimeType } from '../media/init-mime-type.ts';
import { mediaSourceClass } from '../media/media-buffer.ts';

/** A recording's format, as far as this browser plays it: sound that it can't play never keeps the picture away. */
export interface ArchiveFormat {
  readonly isPlayable: boolean;
  readonly mimeType: string;
  readonly hasSound: boolean;
  readonly init: Uint8Array<ArrayBuffer>;
}

/** @throws {TypeError} if the init section has neither H.264 nor H.265 */
export function archiveFormatOf(init: Uint8Array<ArrayBuffer>): ArchiveFormat {
  const whole = initMimeType(init);
  const picture = whole.replace(/,[^"]*/, '');
  if (whole !== picture && plays(whole)) return { isPlayable: true, mimeType: whole, hasSound: true, init };
  return { isPlayable: plays(picture), mimeType: picture, hasSound: false, init: whole === picture ? init : withoutSound(init) };
}

function plays(mimeType: string): boolean {
  return !(mimeType.includes('hvc1') && isHevcRefused()) && (mediaSourceClass()?.isTypeSupported(mimeType) ?? false);
}
