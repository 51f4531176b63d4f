import {
  changeOperatorSetting,
  exportAuditLog,
  getAuditLog,
  getOperator,
  getOperatorOverview,
  getOperatorSettings,
} from '@watchpost/contract/endpoints/operator';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { AuditEntry, OperatorOverview, OperatorSetting, SettingName } from '@watchpost/contract/schemas/operator';

/** What the in-memory server shows to its operators. */
export interface FakeOperatorState {
  isOperator: boolean;
  operatorOverview: OperatorOverview;
  /** Newest first. */
  auditLog: AuditEntry[];
  operatorSettings: OperatorSetting[];
}

export function createFakeOperator(): FakeOperatorState {
  return { isOperator: false, operatorOverview: buildOperatorOverview(), auditLog: [], operatorSettings: startSettings.map(buildSetting) };
}

const startSettings: readonly (readonly [SettingName, string, string])[] = [
  ['archiveDays', 'WATCHPOST_ARCHIVE_DAYS', '7'],
  ['archiveGigabytes', 'WATCHPOST_ARCHIVE_GIGABYTES', ''],
  ['camerasPerAccount', 'WATCHPOST_CAMERAS_PER_ACCOUNT', '20'],
  ['gigabytesPerAccount', 'WATCHPOST_GIGABYTES_PER_ACCOUNT', '100'],
  ['signUp', 'WATCHPOST_SIGN_UP', 'invited'],
  ['offlineNoticeSeconds', 'WATCHPOST_OFFLINE_NOTICE_SECONDS', '60'],
  ['detectionCpu', 'WATCHPOST_DETECTION_CPU', '0.5'],
  ['timelapseCpu', 'WATCHPOST_TIMELAPSE_CPU', '0.5'],
  ['updateCheck', 'WATCHPOST_UPDATE_CHECK', '0'],
  ['logLevel', 'LOG_LEVEL', 'info'],
];

function buildSetting([name, variable, value]: (typeof startSettings)[number]): OperatorSetting {
  return { name, variable, value, startValue: value, origin: 'default', changedAt: null };
}

function change(setting: OperatorSetting, value: string | null): OperatorSetting {
  if (value === null) return { ...setting, value: setting.startValue, origin: 'default', changedAt: null };
  return { ...setting, value, origin: 'page', changedAt: startedAt };
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
      history: [],
      fullAt: null,
    },
    queues: [
      { queue: 'email', waiting: 0, retrying: 0, since: null },
      { queue: 'webhooks', waiting: 0, retrying: 0, since: null },
    ],
    people: { accounts: 1, newThisWeek: 0, watchingNow: 0, devices: 1 },
    server: { version: '2.4.1', startedAt, database: 'sqlite', isEveryoneOperator: false, detectionCores: 0.5, newestVersion: null },
    ...overview,
  };
}

/** Answers a call of the operator's page; null for any other call. Entries of the log are pages of `limit`, and their cursor is an index. */
export function answerOperator(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
  state: FakeOperatorState,
): Response | ErrorCode | null {
  const { isOperator, operatorOverview, auditLog } = state;
  if (is(getOperator)) return Response.json({ isOperator });
  if (![getOperatorOverview, getOperatorSettings, changeOperatorSetting, getAuditLog, exportAuditLog].some(is)) return null;
  if (!isOperator) return 'forbidden';
  if (is(changeOperatorSetting)) {
    const value = typeof body['value'] === 'string' ? body['value'] : null;
    state.operatorSettings = state.operatorSettings.map((setting) =>
      path.endsWith(`/${setting.name}`) ? change(setting, value) : setting,
    );
  }
  if (is(getOperatorSettings) || is(changeOperatorSetting)) return Response.json({ settings: state.operatorSettings });
  if (is(getOperatorOverview)) return Response.json(operatorOverview);
  if (is(exportAuditLog)) return new Response('Time (UTC),Who,Action,Name,Id\r\n', { headers: { 'content-type': 'text/csv' } });
  const kinds = query.getAll('kind');
  const found = auditLog.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  const start = Number((query.get('cursor') ?? '0.').split('.')[0]);
  const end = start + Number(query.get('limit') ?? 50);
  return Response.json({ entries: found.slice(start, end), next: end < found.length ? `${end}.x` : null });
}
