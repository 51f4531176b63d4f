import { routeOf } from './routes.ts';

const root = '/';
/** Base for resolving addresses; never requested. */
const here = 'https://watchpost.invalid';

function hasForbiddenCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\\' || code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  }
  return false;
}

/** Decodes once; `null` for invalid escapes. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Checks every address from outside before the app navigates there: returnUrl, redirect, referer, links of push messages.
 * Returns a path of this app (with query and fragment), or the root for anything else.
 * Comparing origins is not enough: `/.//evil.example` has our origin and still leaves the site once its pathname is used.
 */
export function safePath(candidate: string | null | undefined): string {
  if (!candidate || candidate.length > 2048 || !candidate.startsWith('/') || candidate.startsWith('//')) return root;
  const plain = decoded(candidate);
  if (plain === null || hasForbiddenCharacter(candidate) || hasForbiddenCharacter(plain)) return root;
  if (!URL.canParse(candidate, here)) return root;
  const url = new URL(candidate, here);
  if (url.origin !== here || url.pathname.startsWith('//') || decoded(url.pathname)?.startsWith('//') !== false) return root;
  const route = routeOf(url.pathname);
  return route !== null && route !== 'signIn' ? url.pathname + url.search + url.hash : root;
}
