const listeners = new Set<() => void>();
let observer: MutationObserver | null = null;

/** Calls back when the page changes its language. @returns stops it */
export function onPageLanguage(listener: () => void): () => void {
  listeners.add(listener);
  observer ??= new MutationObserver(() => listeners.forEach((call) => call()));
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) observer?.disconnect();
  };
}
