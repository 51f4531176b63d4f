import { ok, warning, type Check } from './finding.ts';

export const peopleChecks: readonly Check[] = [
  {
    name: 'Sign-up',
    run: async ({ signUp, operators }) => {
      const isReached = operators !== null;
      if (signUp.mode === 'open' && isReached)
        return warning('sign-up-open', {
          what: 'open to everybody who reaches the server',
          remedy: 'Remove WATCHPOST_SIGN_UP, and invite people: watchpost invite anna@example.com',
        });
      if (signUp.mode === 'open') return ok('open: only this machine reaches the server');
      const allowed = signUp.allowed.length === 0 ? '' : `, besides ${signUp.allowed.join(', ')}`;
      return ok(signUp.mode === 'closed' ? 'closed' : `by invitation${allowed}`);
    },
  },
  {
    name: 'Operators',
    run: async ({ operators }) => {
      if (operators === null) return ok('everybody: only this machine reaches the server');
      if (operators.length > 0) return ok(operators.join(', '));
      return warning('no-operator', {
        what: 'nobody: no camera in a private network is reached',
        remedy: 'Set WATCHPOST_OPERATORS to your e-mail address.',
      });
    },
  },
  {
    name: 'Feedback',
    run: async ({ feedbackEmail }) =>
      ok(feedbackEmail === null ? 'kept in the database; set FEEDBACK_EMAIL to get it by mail' : `mailed to ${feedbackEmail}`),
  },
  {
    name: 'App',
    run: async ({ appDir }) =>
      appDir === null
        ? warning('app-missing', {
            what: 'not built: only the API answers',
            remedy: 'Run "npm start" in the repository, or set WATCHPOST_APP_DIR.',
          })
        : ok(appDir),
  },
];
