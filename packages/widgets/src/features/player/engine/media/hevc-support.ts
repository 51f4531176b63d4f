import { mediaSourceClass } from './media-buffer.ts';

/** The type that a browser is asked for; `hevc-errors.ts` empties it. */
export const hevc = { type: 'video/mp4; codecs="hvc1.1.6.L93.B0"' };

/** HEVC in MP4: Safari, and Chromium and Firefox where the system decodes it. MediaSource only: WebCodecs has to be asked for itself. */
export function decodesHevc(): boolean {
  return mediaSourceClass()?.isTypeSupported(hevc.type) ?? false;
}
