import type { WebkitVideo } from '../../engine/control/small-window.ts';
import { sizeOf } from './snapshot.ts';

type Picture = HTMLVideoElement | HTMLCanvasElement;

/** The picture-in-picture window. */
export interface PictureInPicture {
  /** Whether this browser supports it. */
  readonly isPossible: boolean;
  /**
   * Opens or closes it.
   * @throws {DOMException} if the browser refuses
   */
  toggle(picture: Picture): Promise<void>;
  dispose(): void;
}

/** A canvas has no picture-in-picture: its picture is streamed into a video that has. */
export function createPictureInPicture(): PictureInPicture {
  let stand: HTMLVideoElement | null = null;

  function put(): void {
    if (!stand) return;
    for (const track of stand.srcObject instanceof MediaStream ? stand.srcObject.getTracks() : []) track.stop();
    stand.srcObject = null;
    stand.remove();
    stand = null;
  }
  async function standFor(canvas: HTMLCanvasElement): Promise<HTMLVideoElement> {
    put();
    const video = document.createElement('video');
    stand = video;
    video.muted = true;
    video.className = 'wp-stand';
    video.ariaHidden = 'true';
    // It must be in the page; otherwise the player cannot detect that it has the window.
    canvas.after(video);
    video.srcObject = canvas.captureStream();
    video.addEventListener('leavepictureinpicture', put);
    await video.play();
    return video;
  }
  return {
    isPossible: document.pictureInPictureEnabled || 'webkitSetPresentationMode' in HTMLVideoElement.prototype,
    async toggle(picture) {
      if (isShown(stand ?? picture)) return document.exitPictureInPicture();
      if (sizeOf(picture).width === 0) throw new DOMException('There is no picture yet.', 'InvalidStateError');
      const video = picture instanceof HTMLCanvasElement ? await standFor(picture) : picture;
      if ('requestPictureInPicture' in video) {
        await video.requestPictureInPicture();
        return;
      }
      const webkit: WebkitVideo = video;
      webkit.webkitSetPresentationMode?.(webkit.webkitPresentationMode === 'picture-in-picture' ? 'inline' : 'picture-in-picture');
    },
    dispose() {
      if (stand && isShown(stand)) void document.exitPictureInPicture().catch(() => {});
      put();
    },
  };
}

function isShown(picture: Picture): boolean {
  const root = picture.getRootNode();
  return (root instanceof ShadowRoot ? root.pictureInPictureElement : document.pictureInPictureElement) === picture;
}
