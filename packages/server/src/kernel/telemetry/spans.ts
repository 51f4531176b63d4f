import { AsyncLocalStorage } from 'node:async_hooks';

type Attributes = Readonly<Record<string, string | number | boolean>>;
type SpanKind = 'internal' | 'server' | 'client';

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

export interface SpanOptions {
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

/** Returns `work`, traced at each call; unchanged without a tracer. */
export function traced<Args extends readonly unknown[], Result>(
  tracer: Tracer | null | undefined,
  name: string,
  work: (...args: Args) => Promise<Result>,
  kind: SpanKind = 'client',
): (...args: Args) => Promise<Result> {
  return tracer ? (...args) => tracer.trace(name, { kind }, () => work(...args)) : work;
}
