/** What is wrong with a text that should be a link to a shared camera. */
export type LinkProblem = 'incorrect' | 'foreign';

/**
 * Where a pasted link leads inside this app: the landing of shared links.
 * @param origin of this product; a link of anywhere else is none of its
 * @example readCameraLink('https://watch.example/s/k3J…', 'https://watch.example') // { path: '/s/k3J…' }
 */
export function readCameraLink(value: string, origin: string): { readonly path: string } | { readonly problem: LinkProblem } {
  const trimmed = value.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (/\s/.test(trimmed) || !URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol) || !new URL(whole).hostname.includes('.')) {
    // `localhost` has no dot, and is a host all the same.
    if (!trimmed.startsWith(`${origin}/`)) return { problem: 'incorrect' };
  }
  const { host, pathname } = new URL(whole);
  if (host !== new URL(origin).host || !/^\/s\/[\w/]{16,128}$/.test(pathname)) return { problem: 'foreign' };
  return { path: pathname };
}
