import type { Tracer } from '../../kernel/telemetry/spans.ts';
import type { ObjectStore } from './port.ts';

/** Traces what is written to a store, each as a trace of its own: uploads belong to no request. */
export function traceObjects(store: ObjectStore, tracer: Tracer): ObjectStore {
  return {
    ...store,
    put: (key, bytes, signal) =>
      tracer.trace('object store PUT', { kind: 'client', attributes: { 'watchpost.bytes': bytes.byteLength } }, () =>
        store.put(key, bytes, signal),
      ),
  };
}
