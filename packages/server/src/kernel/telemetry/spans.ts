import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';

export type Attributes = Readonly<Record<string, string | number | boolean>>;
type SpanKind = 'internal' | 'server' | 'client';

/** A piece of work that has ended. */
export interface FinishedSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  /** Unix ms, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

/** A piece of work of a trace. */
export interface Span {
  readonly traceId: string;
  /** Begins a part of it. */
  child(name: string, options?: SpanOptions): Span;
  /** Notes a part that has just ended. */
  note(name: string, durationMs: number, options?: SpanOptions & { readonly isError?: boolean }): void;
  /** Ends it; later calls do nothing. */
  end(result?: { readonly name?: string; readonly attributes?: Attributes; readonly isError?: boolean }): void;
}

interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/** Begins traces. */
export interface Tracer {
  /**
   * Begins a trace, or goes on with that of the caller.
   * @param options traceparent: the header of W3C Trace Context
   * @returns null when this one is not traced
   */
  begin(name: string, options?: SpanOptions & { readonly traceparent?: string | undefined }): Span | null;
  /** Traces a piece of work: as a part of the current trace, or as one of its own. */
  trace<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>;
  /** Notes a piece of work that has just ended, as a trace of its own. */
  note(name: string, durationMs: number, options?: SpanOptions & { readonly isError?: boolean }): void;
}

const running = new AsyncLocalStorage<Span>();

/** Returns the span in which the caller runs; null outside of any. */
export function currentSpan(): Span | null {
  return running.getStore() ?? null;
}

/** Runs `work`, and everything it starts, in a span. */
export function withSpan<T>(span: Span, work: () => T): T {
  return running.run(span, work);
}

interface TracerDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly tracedShare: number;
  readonly onEnd: (span: FinishedSpan) => void;
}

export function createTracer({ clock, tracedShare, onEnd }: TracerDeps): Tracer {
  const start = (traceId: string, parentId: string | null, name: string, { kind = 'internal', attributes = {} }: SpanOptions): Span => {
    const spanId = randomBytes(8).toString('hex');
    const startMs = clock.now();
    const startedAt = clock.monotonic();
    let isOver = false;
    return {
      traceId,
      child: (childName, options = {}) => start(traceId, spanId, childName, options),
      note: (childName, durationMs, options = {}) => {
        const endMs = startMs + clock.monotonic() - startedAt;
        onEnd(finished(traceId, spanId, childName, { ...options, startMs: endMs - durationMs, endMs }));
      },
      end: (result = {}) => {
        if (isOver) return;
        isOver = true;
        onEnd({
          traceId,
          spanId,
          parentId,
          name: result.name ?? name,
          kind,
          startMs,
          endMs: startMs + clock.monotonic() - startedAt,
          attributes: { ...attributes, ...result.attributes },
          isError: result.isError ?? false,
        });
      },
    };
  };
  const isTraced = (traceId: string): boolean => Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < tracedShare;
  const begin: Tracer['begin'] = (name, { traceparent, ...options } = {}) => {
    const caller = traceparent === undefined ? null : readTraceparent(traceparent);
    const traceId = caller?.traceId ?? newTraceId();
    return isTraced(traceId) ? start(traceId, caller?.spanId ?? null, name, options) : null;
  };
  return {
    begin,
    trace: async (name, options, work) => {
      const current = currentSpan();
      const span = current ? current.child(name, options) : begin(name, options);
      if (!span) return work();
      try {
        const result = await withSpan(span, work);
        span.end();
        return result;
      } catch (error) {
        span.end({ isError: true });
        throw error;
      }
    },
    note: (name, durationMs, options = {}) => {
      const traceId = newTraceId();
      const endMs = clock.now();
      if (isTraced(traceId)) onEnd(finished(traceId, null, name, { ...options, startMs: endMs - durationMs, endMs }));
    },
  };
}

/** Returns `work`, traced at each call; unchanged without a tracer. */
export function traced<Args extends readonly unknown[], Result>(
  tracer: Tracer | null | undefined,
  name: string,
  work: (...args: Args) => Promise<Result>,
  kind: SpanKind = 'client',
): (...args: Args) => Promise<Result> {
  return tracer ? (...args) => tracer.trace(name, { kind }, () => work(...args)) : work;
}

const newTraceId = (): string => randomBytes(16).toString('hex');

function finished(
  traceId: string,
  parentId: string | null,
  name: string,
  span: SpanOptions & Pick<FinishedSpan, 'startMs' | 'endMs'> & { readonly isError?: boolean },
): FinishedSpan {
  const { kind = 'internal', attributes = {}, startMs, endMs, isError = false } = span;
  return { traceId, spanId: randomBytes(8).toString('hex'), parentId, name, kind, startMs, endMs, attributes, isError };
}

/** The caller's flag that asks for a trace is ignored: anyone could set it. */
function readTraceparent(header: string): { readonly traceId: string; readonly spanId: string } | null {
  const [, traceId, spanId] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId };
}
