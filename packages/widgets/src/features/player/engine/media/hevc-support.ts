import { isHevcRefused } from './hevc-storage.ts';
import { mediaSourceClass } from './media-buffer.ts';

/** HEVC in MP4: Safari, and Chromium and Firefox where the system decodes it. MediaSource only: WebCodecs has to be asked for itself. */
export function decodesHevc(): boolean {
  return !isHevcRefused() && (mediaSourceClass()?.isTypeSupported('video/mp4; codecs="hvc1.1.6.L93.B0"') ?? false);
}
