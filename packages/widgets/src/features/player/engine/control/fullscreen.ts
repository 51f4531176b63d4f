import { coverPage, coversPage } from '../../../../element/page-cover.ts';

/** Safari on an iPhone shows only the video element in full screen, with its own controls. */
interface PhoneVideo {
  readonly webkitEnterFullscreen?: () => void;
}
interface LockableOrientation {
  readonly lock?: (orientation: 'landscape') => Promise<void>;
}

/** Whether the element is full screen, or covers the page. From inside a shadow root the document names only the host; the root names the element. */
export function isFullscreen(stage: HTMLElement): boolean {
  const root = stage.getRootNode();
  return coversPage(stage) || (root instanceof ShadowRoot ? root.fullscreenElement : document.fullscreenElement) === stage;
}

/**
 * Toggles full screen, and locks a phone to landscape if allowed.
 * @param hasOverlay something over the picture must be seen with it: the element alone would not show it
 */
export async function toggleFullscreen(
  stage: HTMLElement,
  picture: HTMLVideoElement | HTMLCanvasElement,
  hasOverlay = false,
): Promise<void> {
  if (coversPage(stage)) return coverPage(stage, false);
  if (isFullscreen(stage)) return document.exitFullscreen();
  if (!('requestFullscreen' in stage)) {
    const { webkitEnterFullscreen } = picture as PhoneVideo;
    if (webkitEnterFullscreen && !hasOverlay) return webkitEnterFullscreen.call(picture);
    return coverPage(stage, true);
  }
  await stage.requestFullscreen({ navigationUI: 'hide' });
  if (isPhone()) await (screen.orientation as LockableOrientation).lock?.('landscape').catch(() => {});
}

/** A touch screen that is small in either orientation. */
function isPhone(): boolean {
  return matchMedia('(pointer:coarse)').matches && Math.min(screen.width, screen.height) <= 600;
}
