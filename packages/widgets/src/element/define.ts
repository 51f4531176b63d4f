/** Registers an element once; a second copy of the script on a page changes nothing. */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
