/** Elements of the style sheets that failed to load. */
const failed = new Set<HTMLLinkElement>();
let retrying: Promise<unknown> = Promise.resolve();

/** Starts observing the page's style sheets. */
export function watchStyleSheets(): void {
  // Resource events do not bubble, so they are captured.
  document.addEventListener(
    'error',
    ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failed.add(target),
    true,
  );
}

/**
 * Loads failed style sheets again: Vite requests each of them only once, and a screen whose style sheet was lost would
 * be shown without it.
 * @throws {TypeError} when one fails again
 */
export async function retryStyleSheets(): Promise<void> {
  retrying = Promise.all([retrying.catch(() => undefined), ...[...failed].map(retry)]);
  await retrying;
}

function retry(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
  return new Promise((resolve, reject) => {
    const next = document.createElement('link');
    next.rel = 'stylesheet';
    next.href = link.href;
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => reject(new TypeError(`Failed to load ${link.href}`)));
    link.replaceWith(next);
  });
}
