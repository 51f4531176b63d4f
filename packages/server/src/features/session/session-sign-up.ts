import type { SignUpSettings } from '../../kernel/settings/account-settings.ts';
import type { Db } from '../../db/database.ts';

export interface SignUp {
  /** Whether a new user can create an account with this address. */
  isAllowed(email: string): Promise<boolean>;
}

/**
 * Creates the check.
 * @param deps operators: their addresses, which need no invitation; null makes every user one
 */
export function createSignUp({
  db,
  settings,
  operators,
}: {
  db: Db;
  settings: SignUpSettings;
  operators: readonly string[] | null;
}): SignUp {
  const { mode, allowed } = settings;
  const isListed = (email: string): boolean =>
    allowed.includes(email) || allowed.includes(email.slice(email.lastIndexOf('@'))) || (operators?.includes(email) ?? false);
  return {
    isAllowed: async (email) => {
      // Looked up for every address, so that the duration does not reveal who is on the list.
      const invitation = await db.selectFrom('invitations').select('email').where('email', '=', email).executeTakeFirst();
      return mode === 'open' || isListed(email) || (mode === 'invited' && invitation !== undefined);
    },
  };
}
