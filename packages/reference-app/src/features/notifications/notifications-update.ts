import { systemClock, callEvery } from '@watchpost/sdk-core';
import { watchLostCode } from '../../shared/browser/load-code.ts';
import type { ToWorker } from '../../shared/worker/worker-messages.ts';

/** Interval between update checks, ms: browsers check on navigation only, and a video wall stays open for weeks. */
const checkIntervalMs = 60 * 60_000;
/** Timeout for a worker's answer, ms; an older worker does not know the question. */
const answerTimeoutMs = 2000;

/** Detects and loads newer versions of the app. */
export interface AppUpdate {
  isReady(): boolean;
  subscribe(onChange: () => void): () => void;
  /** Activates the newer version and reloads. */
  accept(): void;
  /** Starts checking for newer versions, for as long as the page lives. */
  watch(registration: ServiceWorkerRegistration): void;
}

function createAppUpdate(): AppUpdate {
  const listeners = new Set<() => void>();
  let registration: ServiceWorkerRegistration | null = null;
  let isReady = false;
  let isAccepted = false;

  const offer = (): void => {
    isReady = true;
    for (const listener of listeners) listener();
  };

  /** Offers an update unless this page already has the new version: then the worker may keep waiting. */
  async function offerUnlessNew(worker: ServiceWorker | null): Promise<void> {
    if (worker && navigator.serviceWorker.controller && !(await hasThisPage(worker))) offer();
  }

  // The server no longer has a part of this page: a release happened, with or without a new worker.
  watchLostCode(offer);

  return {
    isReady: () => isReady,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    accept() {
      isAccepted = true;
      const waiting = registration?.waiting;
      if (waiting) waiting.postMessage({ type: 'activate' } satisfies ToWorker);
      else location.reload();
    },
    watch(watched) {
      registration = watched;
      void offerUnlessNew(watched.waiting);
      watched.addEventListener('updatefound', () => {
        const worker = watched.installing;
        worker?.addEventListener('statechange', () => void (worker.state === 'installed' && offerUnlessNew(worker)));
      });
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        if (isAccepted) location.reload();
        // Accepted in another tab: this page continues with the parts that are still in the caches.
        else void offerUnlessNew(watched.active);
      });
      // A check fails when the browser is offline or the server is down; the next one follows.
      callEvery(systemClock, checkIntervalMs, () => void watched.update().catch(() => {}));
    },
  };
}

/** Asks a worker whether its build contains this page's script. */
function hasThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (!script) return Promise.resolve(true);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (answer: boolean): void => {
      cancel();
      port1.close();
      resolve(answer);
    };
    const cancel = systemClock.after(answerTimeoutMs, () => settle(false));
    port1.addEventListener('message', ({ data }) => settle(data === true));
    port1.start();
    worker.postMessage({ type: 'has-asset', path: new URL(script.src).pathname } satisfies ToWorker, [port2]);
  });
}

/** The page's update detector. */
export const appUpdate: AppUpdate = createAppUpdate();
