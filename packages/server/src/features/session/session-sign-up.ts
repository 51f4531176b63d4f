import type { SignUpSettings } from '../../kernel/settings/account-settings.ts';
import type { Db } from '../../db/database.ts';

export interface SignUp {
  /** Whether a new user can create an account with this address. */
  isAllowed(email: string): Promise<boolean>;
}

interface SignUpDeps {
  readonly db: Db;
  /** Read at each use, because operators change it. */
  readonly settings: SignUpSettings;
  /** Their addresses, which need no invitation; null makes every user one. */
  readonly operators: readonly string[] | null;
}

export function createSignUp(deps: SignUpDeps): SignUp {
  const { db, operators } = deps;
  const isListed = (email: string, allowed: readonly string[]): boolean =>
    allowed.includes(email) || allowed.includes(email.slice(email.lastIndexOf('@'))) || (operators?.includes(email) ?? false);
  return {
    isAllowed: async (email) => {
      // Looked up for every address, so that the duration does not reveal who is on the list.
      const invitation = await db.selectFrom('invitations').select('email').where('email', '=', email).executeTakeFirst();
      const { mode, allowed } = deps.settings;
      return mode === 'open' || isListed(email, allowed) || (mode === 'invited' && invitation !== undefined);
    },
  };
}
