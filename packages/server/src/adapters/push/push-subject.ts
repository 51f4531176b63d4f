import type { ServerConfig } from '../../kernel/config.ts';

/** Whom a push service asks about a server that names nobody: the makers of its software. */
const fallbackSubject = 'https://github.com/watchpost/watchpost';

/**
 * Returns how a push service contacts the operator: the server's own address, else the sender of its mail, else where its software is from.
 * Apple alone refuses each message (403 BadJwtToken) of a server that gives a name of its own network, as `mailto:no-reply@localhost`,
 * which is the sender where nothing is set.
 */
export function pushSubject({ publicOrigin, mailFrom }: Pick<ServerConfig, 'publicOrigin' | 'mailFrom'>): string {
  if (publicOrigin !== null && /^https:/i.test(publicOrigin) && isPublicName(new URL(publicOrigin).hostname)) return publicOrigin;
  const address = (/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom).trim().replace(/^mailto:/i, '');
  const domain = /^[^\s@<>,]+@([\w.-]+)$/.exec(address)?.[1];
  return domain !== undefined && isPublicName(domain) ? `mailto:${address}` : fallbackSubject;
}

/** Whether a host may have a meaning outside of its own network: neither an address nor a name without a domain. */
function isPublicName(host: string): boolean {
  return /\.[a-z][a-z\d-]+$/i.test(host) && !/\.(?:localhost|local|lan|internal|home\.arpa|invalid)$/i.test(host);
}
