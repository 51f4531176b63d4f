import { browserClock } from '../../shared/browser/clock.ts';
import { codeLostEvent } from '../../shared/browser/load-code.ts';
import type { ToWorker } from '../../shared/worker/worker-messages.ts';

/** Browsers look for a new worker on navigation only; a video wall stays open for weeks. */
const lookEvery = 60 * 60_000;
/** A worker that is asked and says nothing is one that knows no such question, ms. */
const answerTimeout = 2000;

/** Whether a newer version than this page's is there to be loaded. */
export interface AppUpdate {
  isReady(): boolean;
  subscribe(onChange: () => void): () => void;
  /** Lets the newer version take over and loads it. */
  accept(): void;
  /** Looks for newer versions from now on, for as long as the page lives. */
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

  /** A page that was loaded after the release is new already: the worker may go on waiting, there is nothing to offer. */
  async function offerUnlessNew(worker: ServiceWorker | null): Promise<void> {
    if (worker && navigator.serviceWorker.controller && !(await hasThisPage(worker))) offer();
  }

  // A part of the page is gone from the server: there was a release, with or without a worker.
  addEventListener(codeLostEvent, offer);

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
        // Accepted in another tab: this one goes on, on the parts that the caches still have.
        else void offerUnlessNew(watched.active);
      });
      // Offline, or the server is away: the next look will tell.
      browserClock.every(lookEvery, () => void watched.update().catch(() => {}));
    },
  };
}

/** Asks a worker whether the script of this page is one of its build. */
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
    const cancel = browserClock.after(answerTimeout, () => settle(false));
    port1.addEventListener('message', ({ data }) => settle(data === true));
    port1.start();
    worker.postMessage({ type: 'has-asset', path: new URL(script.src).pathname } satisfies ToWorker, [port2]);
  });
}

/** Of this page. */
export const appUpdate: AppUpdate = createAppUpdate();
