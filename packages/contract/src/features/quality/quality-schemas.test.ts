import { expect, test } from 'vitest';
import { qualityReportSchema, qualitySummaryQuery, type QualityReport } from './quality-schemas.ts';

const report: QualityReport = {
  viewId: '0123456789abcdef0123456789abcdef',
  sequence: 0,
  page: 'partner',
  startupMs: 480,
  watchedMs: 60_000,
  stallCount: 1,
  stallMs: 900,
  latencyP50Ms: 400,
  latencyP95Ms: 700,
  framesDecoded: 1_500,
  framesDropped: 3,
  transport: 'websocket',
  transports: ['websocket', 'hls'],
  transportSwitches: 1,
  renditionSwitches: 0,
  errors: { network: 2 },
  browser: 'chrome',
  browserVersion: 141,
  system: 'android',
  elementVersion: '0.3.0',
};

test('a report is numbers, names from lists and nothing else', () => {
  expect(qualityReportSchema.parse(report)).toEqual(report);
  const unknown = { startupMs: null, latencyP50Ms: null, latencyP95Ms: null, transport: null, transports: [], browserVersion: null };
  expect(qualityReportSchema.safeParse({ ...report, ...unknown }).success).toBe(true);
});

test.each([
  ['a field that could identify a viewer', { userAgent: 'Mozilla/5.0' }],
  ['the time of the client', { sentAt: 1 }],
  ['an id of another form', { viewId: 'anna@example.com' }],
  ['more than ten minutes', { watchedMs: 600_001 }],
  ['a negative duration', { stallMs: -1 }],
  ['a fraction', { framesDecoded: 1.5 }],
  ['more stalls than there can be', { stallCount: 1_001 }],
  ['an unknown browser', { browser: 'netscape' }],
  ['a long version', { elementVersion: 'x'.repeat(33) }],
  ['text in place of an error code', { errors: { 'Could not reach https://example.com': 1 } }],
  ['too many error codes', { errors: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`code-${'a'.repeat(at + 1)}`, 1])) }],
])('refuses %s', (_, change) => {
  expect(qualityReportSchema.safeParse({ ...report, ...change }).success).toBe(false);
});

test('a summary is of the last day, week or month', () => {
  expect([qualitySummaryQuery.parse({}), qualitySummaryQuery.parse({ days: '30' })]).toEqual([{ days: 7 }, { days: 30 }]);
  for (const days of ['2', '0', '', 'all']) expect(qualitySummaryQuery.safeParse({ days }).success).toBe(false);
});
