/** Fakes of APIs that jsdom lacks, limited to those that need no layout. Real focus and the top layer are tested in a browser. */
export function installStandIns(): void {
  const dialog = HTMLDialogElement.prototype;
  dialog.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  dialog.close ??= function close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  HTMLElement.prototype.showPopover ??= function showPopover(this: HTMLElement) {
    // Its own style sheet hides closed elements.
    this.style.display = 'block';
  };
  Element.prototype.scrollTo ??= () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
}
