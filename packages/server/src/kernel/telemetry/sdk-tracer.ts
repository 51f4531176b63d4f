import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span as SdkSpan } from '@opentelemetry/api';
import { millisToHrTime, parseTraceParent } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import { SamplingDecision, TracerProvider, type ReadableSpan, type Sampler } from '@opentelemetry/sdk-trace';
import type { Clock } from '@watchpost/contract/timing/clock';
import { currentSpan, withSpan, type Span, type SpanOptions, type Tracer } from './spans.ts';

interface SdkTracerDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly tracedShare: number;
  readonly resource: Resource;
  readonly version: string;
  readonly onEnd: (span: ReadableSpan) => void;
}

type NoteOptions = SpanOptions & { readonly isError?: boolean };

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
const failed = { code: SpanStatusCode.ERROR } as const;

/** Creates a tracer of OpenTelemetry's SDK. It is registered nowhere, and contexts are passed: servers of one process share nothing. */
export function createSdkTracer({ clock, tracedShare, resource, version, onEnd }: SdkTracerDeps): Tracer {
  const ended = { onStart: () => undefined, onEnd, forceFlush: () => Promise.resolve(), shutdown: () => Promise.resolve() };
  const provider = new TracerProvider({ resource, sampler: samplerOf(tracedShare), spanProcessors: [ended] });
  const sdk = provider.getTracer('watchpost', version);

  const start = (parent: Context, name: string, { kind = 'internal', attributes = {} }: SpanOptions, startMs: number): SdkSpan =>
    sdk.startSpan(name, { kind: kinds[kind], attributes, startTime: millisToHrTime(startMs) }, parent);
  const noteIn = (parent: Context, endMs: number, name: string, durationMs: number, options: NoteOptions): void => {
    const span = start(parent, name, options, endMs - durationMs);
    if (options.isError) span.setStatus(failed);
    span.end(millisToHrTime(endMs));
  };
  const begin = (parent: Context, name: string, options: SpanOptions): { readonly span: Span; readonly isTraced: boolean } => {
    const startMs = clock.now();
    const startedAt = clock.monotonic();
    const span = start(parent, name, options, startMs);
    const context = trace.setSpan(ROOT_CONTEXT, span);
    const nowMs = (): number => startMs + clock.monotonic() - startedAt;
    let isOver = false;
    return {
      isTraced: span.isRecording(),
      span: {
        traceId: span.spanContext().traceId,
        child: (childName, childOptions = {}) => begin(context, childName, childOptions).span,
        note: (noted, durationMs, noteOptions = {}) => noteIn(context, nowMs(), noted, durationMs, noteOptions),
        end: (result = {}) => {
          if (isOver) return;
          isOver = true;
          if (result.name !== undefined) span.updateName(result.name);
          if (result.attributes) span.setAttributes(result.attributes);
          if (result.isError) span.setStatus(failed);
          span.end(millisToHrTime(nowMs()));
        },
      },
    };
  };
  const beginTrace: Tracer['begin'] = (name, { traceparent, ...options } = {}) => {
    const { span, isTraced } = begin(callerOf(traceparent), name, options);
    return isTraced ? span : null;
  };
  return {
    begin: beginTrace,
    trace: async (name, options, work) => {
      const current = currentSpan();
      const span = current ? current.child(name, options) : beginTrace(name, options);
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
    note: (name, durationMs, options = {}) => noteIn(ROOT_CONTEXT, clock.now(), name, durationMs, options),
  };
}

/** By the end of a trace's id, so that every server that a trace passes decides alike. The caller's flag is ignored: anyone could set it. */
function samplerOf(tracedShare: number): Sampler {
  return {
    shouldSample: (_context, traceId) => ({
      decision:
        Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < tracedShare ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `share of traces: ${tracedShare}`,
  };
}

function callerOf(traceparent: string | undefined): Context {
  const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
}
