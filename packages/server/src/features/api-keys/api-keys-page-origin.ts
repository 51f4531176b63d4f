import { AppError } from '../../kernel/app-error.ts';

const example = 'https://shop.example';

/**
 * Checks origins of pages: each exactly as browsers send it.
 * @throws {AppError} invalid-request for an impossible origin; its details name the right form
 */
export function checkPageOrigins(origins: readonly string[]): void {
  for (const [index, origin] of origins.entries()) {
    const message = problemOf(origin);
    if (message !== null) throw new AppError('invalid-request', { details: { fields: [{ field: `origins.${index}`, message }] } });
  }
}

function problemOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return `Use the origin of the page, for example ${example}.`;
  if (url.hostname.includes('*')) return `A wildcard matches no page. List each origin, for example ${url.origin.replace('*', 'www')}.`;
  // Browsers omit a default port, write international names in ASCII, and send neither path nor user.
  return url.origin === text ? null : `Use ${url.origin}: this is how browsers name the origin.`;
}
