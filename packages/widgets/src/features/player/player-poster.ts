/** The picture that covers the video while it has none: first the stored preview, later the last frame shown. */
export interface Poster {
  /** Shows a stored picture, unless the video already shows its own. */
  show(picture: Blob): Promise<void>;
  /** Keeps the current frame on the screen while the video is emptied. */
  hold(): void;
  /** The video has a picture again. */
  release(): void;
  dispose(): void;
}

export function createPoster(video: HTMLVideoElement, canvas: HTMLCanvasElement): Poster {
  let showing = true;
  let ended = false;

  function draw(picture: CanvasImageSource, width: number, height: number): void {
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
    canvas.hidden = false;
    showing = true;
  }
  function isBlank(): boolean {
    try {
      return canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data[3] !== 255;
    } catch {
      // Video of another origin.
      return true;
    }
  }
  return {
    async show(picture) {
      const bitmap = await createImageBitmap(picture);
      // A held frame is newer than any preview.
      if (!ended && showing && canvas.hidden) draw(bitmap, bitmap.width, bitmap.height);
      bitmap.close();
    },
    hold() {
      if (ended || (showing && !canvas.hidden) || video.videoWidth === 0) return;
      draw(video, video.videoWidth, video.videoHeight);
      // While a video seeks, Chromium draws what is on the screen, other browsers nothing.
      if (video.readyState < 2) canvas.hidden = isBlank();
    },
    release() {
      showing = false;
      canvas.hidden = true;
    },
    dispose() {
      ended = true;
      canvas.hidden = true;
      canvas.width = canvas.height = 0;
    },
  };
}
