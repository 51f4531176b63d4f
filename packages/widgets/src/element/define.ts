/** Registers an element unless it is registered already. Does nothing on a server. */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
}
