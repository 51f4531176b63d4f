import type { QualityReport } from '@watchpost/contract/schemas/quality';
import { Counter, Histogram, type Registry } from 'prom-client';

/** What operators see of the reports of all cameras. */
export interface QualityMetrics {
  count(report: QualityReport): void;
}

export function createQualityMetrics({ registry }: { readonly registry: Registry }): QualityMetrics {
  const registers = [registry];
  const labelNames = ['transport'];
  const startups = new Histogram({
    name: 'watchpost_player_startup_seconds',
    help: 'Time from the intent to watch to the first frame, as players report it',
    labelNames,
    buckets: [0.25, 0.5, 1, 2, 4, 8, 16],
    registers,
  });
  const stalls = new Counter({ name: 'watchpost_player_stalls_total', help: 'Stalls, as players report them', labelNames, registers });
  const watched = new Counter({
    name: 'watchpost_player_watched_seconds_total',
    help: 'How long pictures moved, as players report it',
    labelNames,
    registers,
  });
  return {
    count: ({ transport: name, startupMs, stallCount, watchedMs }) => {
      const transport = name ?? 'none';
      if (startupMs !== null) startups.observe({ transport }, startupMs / 1000);
      stalls.inc({ transport }, stallCount);
      watched.inc({ transport }, watchedMs / 1000);
    },
  };
}
