/** In a shadow root the document names the host, the root names the element itself. */
export function isFullscreen(stage: HTMLElement): boolean {
  const root = stage.getRootNode();
  return (root instanceof ShadowRoot ? root.fullscreenElement : document.fullscreenElement) === stage;
}
