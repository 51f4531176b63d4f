import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Clock } from '@watchpost/contract/timing/clock';
import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import type { Logger } from '../log.ts';
import type { ServerModule } from '../module/server-module.ts';
import { createOtlpExporter } from './otlp-exporter.ts';
import { createSdkTracer } from './sdk-tracer.ts';
import type { Tracer } from './spans.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

interface Telemetry extends ServerModule {
  readonly tracer: Tracer;
}

interface TelemetryDeps {
  readonly settings: TelemetrySettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly registry: Registry;
  readonly version: string;
}

/** Sends traces and metrics to the operator's collector. This file and OpenTelemetry's SDK are loaded only where there is one. */
export function createTelemetry({ settings, clock, log, registry, version }: TelemetryDeps): Telemetry {
  const resource = resourceFromAttributes({
    'service.name': settings.serviceName,
    'service.version': version,
    'service.instance.id': randomUUID(),
  });
  const exporter = createOtlpExporter({
    settings,
    resource,
    version,
    clock,
    log,
    random: Math.random,
    readMetrics: () => registry.getMetricsAsJSON(),
  });
  const tracer = createSdkTracer({ clock, tracedShare: settings.tracedShare, resource, version, onEnd: exporter.add });
  return { name: 'telemetry', tracer, stop: exporter.close };
}
