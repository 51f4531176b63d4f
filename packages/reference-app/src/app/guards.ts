import { redirect } from 'react-router';
import { client } from './client.ts';
import { paths } from '../shared/navigation/paths.ts';
import { safePath } from '../shared/navigation/safe-path.ts';

/** Where a person without a session is sent; the place they wanted is kept, except for the root. */
export function signInPath(pathname: string, search: string): string {
  const wanted = safePath(pathname + search);
  return wanted === paths.dashboard ? paths.signIn : `${paths.signIn}?returnUrl=${encodeURIComponent(wanted)}`;
}

/** Loader of every private route. */
export function requireSession({ request }: { request: Request }): null {
  if (client.session.current.peek()) return null;
  const { pathname, search } = new URL(request.url);
  throw redirect(signInPath(pathname, search));
}

/** Loader of the sign-in page: whoever has a session does not see it. */
export function requireNoSession({ request }: { request: Request }): null {
  if (client.session.current.peek()) throw redirect(safePath(new URL(request.url).searchParams.get('returnUrl')));
  return null;
}
