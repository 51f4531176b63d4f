/**
 * Starts the video element; only here. Before the user has pressed something a browser may refuse: a phone that saves power, a site that may
 * not play by itself, sound. Nothing but a press helps then. Any other failure is a new source that replaced this one.
 */
export function startVideo(video: HTMLVideoElement, onBlocked?: () => void): void {
  video.play().catch(({ name }: DOMException) => void (name === 'NotAllowedError' && onBlocked?.()));
}
