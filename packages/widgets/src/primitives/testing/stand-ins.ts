/** What the primitives need and jsdom does not have. Only what can be told without a layout: real focus and the top layer are shown in a browser. */
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
    // Its own style sheet hides what is not open.
    this.style.display = 'block';
  };
  Element.prototype.scrollTo ??= () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  globalThis.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener: () => undefined, removeListener: () => undefined });
}
