import '@preact/signals';

/** With Preact, signals tell components by themselves; importing the package above is what switches it on. */
export function useSignals(): void {}
