/** A video element with Safari's own picture-in-picture, iPhones included. */
export interface WebkitVideo extends HTMLVideoElement {
  readonly webkitPresentationMode?: string;
  readonly webkitSetPresentationMode?: (mode: 'inline' | 'picture-in-picture') => void;
}

/** Whether the picture-in-picture window shows this player while its tab is hidden. In a shadow root the document names only the host. */
export function isInSmallWindow(stage: HTMLElement): boolean {
  const root = stage.getRootNode();
  return stage.contains((root instanceof ShadowRoot ? root : document).pictureInPictureElement);
}

/** Closes the picture-in-picture window if it shows this player. */
export function leaveSmallWindow(stage: HTMLElement): void {
  if (isInSmallWindow(stage)) return void document.exitPictureInPicture().catch(() => {});
  for (const video of stage.querySelectorAll<WebkitVideo>('video')) {
    if (video.webkitPresentationMode === 'picture-in-picture') video.webkitSetPresentationMode?.('inline');
  }
}
