const maxLength = 2000;
/** One or more schemes, an authority, and the rest. */
const address = /^((?:rtspx?s?:\/\/){1,4})([^/?]{0,300})(.*)$/i;

/**
 * Returns an address that the camera names, as one of its own: it is only ever sent back to the camera, and must not break the request
 * line. Cameras write the scheme twice or not at all, name addresses of their own network, or unusable ones.
 * @param fallback an address of the camera that is known to work
 * @param ip the camera's address in this connection
 */
export function addressOfCamera(text: string | undefined, fallback: string, ip: string): string {
  const named = text?.trim().replace(/^"(.*)"$/, '$1') ?? '';
  const own = address.exec(fallback);
  if (!own || named === '' || named.length > maxLength || !/^[\u0021-\u007e]+$/.test(named)) return fallback;
  const [, scheme = '', authority = ''] = own;
  if (named.startsWith('/') && !named.startsWith('//')) return scheme + authority + named;
  const found = address.exec(named) ?? address.exec(scheme + named);
  if (!found) return fallback;
  const [, , userAndHost = '', rest = ''] = found;
  const host = userAndHost.slice(userAndHost.lastIndexOf('@') + 1);
  const isOwn = host.toLowerCase() === authority.toLowerCase() || hostOf(host) === hostOf(ip);
  // Without a scheme, anything may be a host: only the camera's own is.
  if ((!address.test(named) && !isOwn) || rest === '') return fallback;
  return `${scheme}${hostOf(host) === hostOf(ip) && portOf(host) === portOf(authority) ? host : authority}${rest}`;
}

function hostOf(authority: string): string {
  return authority
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
}

function portOf(authority: string): string {
  return /:(\d+)$/.exec(authority)?.[1] ?? '554';
}

/**
 * Returns the address of a track.
 * @param base of the description
 * @param control of the track, as the camera describes it
 */
export function resolveControl(base: string, control: string | null, ip: string): string {
  if (control === null || control === '' || control === '*') return base;
  if (/^rtspx?s?:/i.test(control)) return addressOfCamera(control, base, ip);
  if (!/^[\u0021-\u007e]{1,1000}$/.test(control)) return base;
  if (control.startsWith('?')) return base + control;
  return base.endsWith('/') ? base + control.replace(/^\//, '') : `${base}/${control.replace(/^\//, '')}`;
}
