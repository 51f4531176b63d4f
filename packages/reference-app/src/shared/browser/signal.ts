import { useSyncExternalStore } from 'react';

interface ReadableSignal<Value> {
  peek(): Value;
  subscribe(listener: (value: Value) => void): () => void;
}

/** The current value of one of sdk-core's signals; renders again when it changes. */
export function useSignalValue<Value>(signal: ReadableSignal<Value>): Value {
  return useSyncExternalStore(
    (onChange) => signal.subscribe(onChange),
    () => signal.peek(),
  );
}
