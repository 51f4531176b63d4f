/** Timeout for a worker that doesn't start, ms: an old browser would wait forever. Firebase's own client has the same timeout. */
const startTimeoutMs = 10_000;
/** Timeout for its installation, ms. It may store a whole app, which takes a while on a slow network. */
const installTimeoutMs = 180_000;

/**
 * Registers the service worker of this origin and waits until it is active.
 * @param scope path of the pages that it serves
 * @throws when the browser refuses it, when its installation fails or takes more than 3 minutes, or when it takes 10 s to start after that
 */
export async function registerWorker(path: string, scope = '/'): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(trusted(path), { scope, updateViaCache: 'none' });
  if (registration.active) return registration;
  const worker = registration.installing ?? registration.waiting;
  if (!worker) throw new Error('The service worker is neither active nor on its way.');
  await new Promise<void>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const { state } = worker;
      clearTimeout(timer);
      if (state !== 'activated' && state !== 'redundant') {
        const limitMs = state === 'installing' ? installTimeoutMs : startTimeoutMs;
        timer = setTimeout(() => reject(new Error(`The service worker was ${state} for ${limitMs} ms.`)), limitMs);
        return;
      }
      worker.removeEventListener('statechange', look);
      if (state === 'activated') resolve();
      else reject(new Error('The installation of the service worker failed.'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
  return registration;
}

/** Under `require-trusted-types-for 'script'`, browsers refuse a string; this policy allows only paths of our own origin. */
function trusted(path: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return path;
  policy ??= trustedTypes.createPolicy('watchpost-worker', {
    createScriptURL: (url) => {
      if (new URL(url, location.origin).origin === location.origin) return url;
      throw new TypeError(`The service worker has to be on ${location.origin}; ${url} is not.`);
    },
  });
  // TypeScript's DOM types don't know trusted URLs: register() accepts only strings.
  return policy.createScriptURL(path) as unknown as string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): object };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | null = null;
