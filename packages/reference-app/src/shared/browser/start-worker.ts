/** Listed in the server's `trusted-types`: `packages/server/src/kernel/http-security.ts`. */
const policyName = 'watchpost-app';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): object };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | null = null;

/** Starts one of the app's workers. @param url as imported by `import url from './x-worker.ts?worker&url'` */
export function startWorker(url: string): Worker {
  return new Worker(trusted(url), { type: 'module' });
}

/** Converts a URL for `require-trusted-types-for 'script'`, which refuses strings; the policy allows files of our own origin only. */
function trusted(url: string): URL {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??=
    trustedTypes?.createPolicy(policyName, {
      createScriptURL: (asked) => {
        if (new URL(asked, location.href).origin === location.origin) return asked;
        throw new TypeError(`A worker has to be on ${location.origin}; ${asked} is not.`);
      },
    }) ?? null;
  // TypeScript's DOM types do not know trusted URLs.
  return (policy?.createScriptURL(url) ?? url) as URL;
}
