import { withoutBasePath } from '../../../shared/navigation/base-path.ts';

/** Why a text is not a link to a shared camera. */
export type LinkProblem = 'incorrect' | 'foreign';

/**
 * Returns the path of a pasted link in this app: the shared-link page.
 * @param server address of this product; links to others are refused
 * @example readCameraLink('https://watch.example/s/k3J…', 'https://watch.example') // { path: '/s/k3J…' }
 */
export function readCameraLink(value: string, server: string): { readonly path: string } | { readonly problem: LinkProblem } {
  const trimmed = value.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (/\s/.test(trimmed) || !URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol) || !new URL(whole).hostname.includes('.')) {
    // `localhost` has no dot but is a valid host.
    if (!trimmed.startsWith(`${server}/`)) return { problem: 'incorrect' };
  }
  const { host, pathname } = new URL(whole);
  const own = new URL(server);
  const path = withoutBasePath(pathname, own.pathname === '/' ? '' : own.pathname);
  if (host !== own.host || !/^\/s\/[\w/]{16,128}$/.test(path)) return { problem: 'foreign' };
  return { path };
}
