import { exportAuditLog, getAuditLog, getOperator, getOperatorOverview } from '@watchpost/contract/endpoints/operator';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { AuditEntry, OperatorOverview } from '@watchpost/contract/schemas/operator';

/** What the in-memory server shows to its operators. */
export interface FakeOperatorState {
  isOperator: boolean;
  operatorOverview: OperatorOverview;
  /** Newest first. */
  auditLog: AuditEntry[];
}

export function createFakeOperator(): FakeOperatorState {
  return { isOperator: false, operatorOverview: buildOperatorOverview(), auditLog: [] };
}

const startedAt = Date.UTC(2026, 10, 1);

/** Builds the overview of a small server without problems; a test sets only the fields it depends on. */
export function buildOperatorOverview(overview: Partial<OperatorOverview> = {}): OperatorOverview {
  return {
    checkedAt: startedAt,
    warnings: [],
    cameras: { total: 1, recording: 1, liveOnly: 0, connecting: 0, paused: 0, offline: 0, offlineReasons: [] },
    nodes: [
      {
        id: 'local',
        name: 'attic',
        roles: ['api', 'media', 'jobs'],
        version: '2.4.1',
        state: 'running',
        lastSeenAt: startedAt,
        cameras: 1,
        processor: 0.43,
        recordedBytesPerSecond: 500_000,
        disk: 0.78,
      },
    ],
    storage: {
      totalBytes: 9.6e12,
      freeBytes: 2.1e12,
      reservedBytes: 1e9,
      limitBytes: null,
      footageBytes: null,
      recordedBytesPerDay: 162e9,
      fullAt: null,
    },
    queues: [
      { queue: 'email', waiting: 0, retrying: 0, since: null },
      { queue: 'webhooks', waiting: 0, retrying: 0, since: null },
    ],
    people: { accounts: 1, newThisWeek: 0, watchingNow: 0, devices: 1 },
    server: { version: '2.4.1', startedAt, database: 'sqlite', isEveryoneOperator: false, detectionCores: 0.5 },
    ...overview,
  };
}

/** Answers a call of the operator's page; null for any other call. Entries of the log are pages of `limit`, and their cursor is an index. */
export function answerOperator(
  is: (endpoint: Endpoint) => boolean,
  query: URLSearchParams,
  { isOperator, operatorOverview, auditLog }: FakeOperatorState,
): Response | ErrorCode | null {
  if (is(getOperator)) return Response.json({ isOperator });
  if (![getOperatorOverview, getAuditLog, exportAuditLog].some(is)) return null;
  if (!isOperator) return 'forbidden';
  if (is(getOperatorOverview)) return Response.json(operatorOverview);
  if (is(exportAuditLog)) return new Response('Time (UTC),Who,Action,Name,Id\r\n', { headers: { 'content-type': 'text/csv' } });
  const kinds = query.getAll('kind');
  const found = auditLog.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  const start = Number((query.get('cursor') ?? '0.').split('.')[0]);
  const end = start + Number(query.get('limit') ?? 50);
  return Response.json({ entries: found.slice(start, end), next: end < found.length ? `${end}.x` : null });
}
