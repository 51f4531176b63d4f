import type { Page } from 'playwright-core';

/** What a page shows at one moment. */
export interface Picture {
  /** The wall clock burnt into the frame, modulo 2^32 ms; null when the strip cannot be read. */
  readonly burnt: number | null;
  /** `Date.now()` of the page when the frame was read. */
  readonly now: number;
  /** A small fingerprint of the picture below the strip: it changes when the picture moves. */
  readonly fingerprint: string;
  readonly width: number;
}

/**
 * Reads the picture of the page's first video from its pixels, through open shadow roots too; null before there is one.
 * The burnt clock: the top strip, max(16, height / 15) px high, 40 bars: 32 bits of Unix ms, 8 bits of checksum; bright is 1.
 */
export function readPicture(page: Page): Promise<Picture | null> {
  return page.evaluate(() => {
    const find = (root: Document | ShadowRoot): HTMLVideoElement | null => {
      const video = root.querySelector('video');
      if (video) return video;
      for (const element of root.querySelectorAll('*')) {
        const inside = element.shadowRoot && find(element.shadowRoot);
        if (inside) return inside;
      }
      return null;
    };
    const video = find(document);
    if (!video || video.readyState < 2 || video.videoWidth === 0) return null;
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 94;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    const now = Date.now();
    const strip = Math.max(16, Math.floor(video.videoHeight / 15));
    context.drawImage(video, 0, 0, video.videoWidth, strip, 0, 0, 160, 4);
    context.drawImage(video, 0, strip, video.videoWidth, video.videoHeight - strip, 0, 4, 160, 90);
    const bars = context.getImageData(0, 2, 160, 1).data;
    const bits = Array.from({ length: 40 }, (_, bar) => ((bars[(bar * 4 + 2) * 4] ?? 0) > 120 ? 1 : 0));
    const bytes = Array.from({ length: 5 }, (_, byte) => bits.slice(byte * 8, byte * 8 + 8).reduce<number>((value, bit) => value * 2 + bit, 0));
    const [a = 0, b = 0, c = 0, d = 0, checksum = 0] = bytes;
    const isRead = ((a + b + c + d) & 0xff) === checksum && a + b + c + d > 0;
    const pixels = context.getImageData(0, 4, 160, 90).data;
    let fingerprint = '';
    for (let at = 0; at < pixels.length; at += 4 * 160 * 3) {
      let sum = 0;
      for (let x = 0; x < 160; x++) sum += (pixels[at + x * 4] ?? 0) * (x + 1);
      fingerprint += `${(sum >> 6).toString(36)}.`;
    }
    return { burnt: isRead ? ((a << 24) | (b << 16) | (c << 8) | d) >>> 0 : null, now, fingerprint, width: video.videoWidth };
  });
}

/** How old the shown frame is, ms: the page's clock minus the burnt one, both modulo 2^32. */
export function ageOf({ burnt, now }: Picture): number | null {
  if (burnt === null) return null;
  const age = (now - burnt) % 2 ** 32;
  return age > 2 ** 31 ? age - 2 ** 32 : age < -(2 ** 31) ? age + 2 ** 32 : age;
}
