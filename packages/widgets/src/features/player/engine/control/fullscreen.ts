/** Whether the element is full screen. From inside a shadow root the document names only the host; the root names the element. */
export function isFullscreen(stage: HTMLElement): boolean {
  const root = stage.getRootNode();
  return (root instanceof ShadowRoot ? root.fullscreenElement : document.fullscreenElement) === stage;
}
