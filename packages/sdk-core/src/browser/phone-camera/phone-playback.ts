/**
 * The page's own element and audio context, which read a camera where the browser gives no data of tracks: Safari, Firefox. They
 * are kept, because browsers that let nothing play by itself, such as Safari in Low Power Mode, allow what a press has started.
 */
export interface PhonePlayback {
  /** Starts both; effective only in a press. */
  allow(options: { readonly withSound: boolean }): void;
  element(): HTMLVideoElement;
  context(): AudioContext;
}

export function createPlayback(): PhonePlayback {
  let video: HTMLVideoElement | null = null;
  let audio: AudioContext | null = null;
  const element = (): HTMLVideoElement => {
    if (!video) {
      video = document.createElement('video');
      video.muted = true;
      video.playsInline = true;
    }
    return video;
  };
  const context = (): AudioContext => (audio ??= new AudioContext());
  return {
    element,
    context,
    allow: ({ withSound }) => {
      // It plays nothing yet, or the camera that is being replaced: only the permission counts.
      element()
        .play()
        .catch(() => undefined);
      if (withSound)
        context()
          .resume()
          .catch(() => undefined);
    },
  };
}
