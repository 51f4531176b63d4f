/** Returns a signal that aborts with the first of two: `AbortSignal.any`, which React Native doesn't have. */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([one, other]);
  const controller = new AbortController();
  for (const signal of [one, other]) {
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return controller.signal;
}
