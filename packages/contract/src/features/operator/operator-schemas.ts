import { z } from 'zod';
import { errorCodes } from '../../kernel/errors.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

export const operatorSchema = z.object({ isOperator: z.boolean() });

const count = z.int().nonnegative();
/** Unix milliseconds. */
const moment = z.int();
/** 0 to 1. */
const share = z.number().min(0).max(1);

const overviewCameras = z.object({
  total: count,
  recording: count,
  /** Online, and not recorded by its settings. */
  liveOnly: count,
  connecting: count,
  /** Its plan has ended. */
  paused: count,
  offline: count,
  /** Error codes of the cameras that are offline, the most frequent first; null for no known reason. */
  offlineReasons: z.array(z.object({ reason: z.enum(errorCodes).nullable(), count })),
});

/** What a node does: answers requests · takes in, records and plays video · everything that is due later. */
export const nodeRole = z.enum(['api', 'media', 'jobs']);
export const operatorNodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(nodeRole),
  version: z.string(),
  /** Draining: it hands its cameras over before it stops. */
  state: z.enum(['running', 'draining', 'silent']),
  lastSeenAt: moment,
  cameras: count,
  /** Use of all its processors; null when it is unknown. */
  processor: share.nullable(),
  recordedBytesPerSecond: z.number().nonnegative().nullable(),
  disk: share.nullable(),
});

const overviewStorage = z.object({
  totalBytes: count,
  freeBytes: count,
  /** What always stays free: the oldest footage is deleted for it. */
  reservedBytes: count,
  /** The operator's limit of all footage; null for none. */
  limitBytes: count.nullable(),
  /** Counted only where there is a limit. */
  footageBytes: count.nullable(),
  /** Average of the last seven days. */
  recordedBytesPerDay: z.number().nonnegative(),
  /** How full the disk was on the last days, at most 14, oldest first and without today; a day in UTC. */
  history: z.array(z.object({ day: moment, usedBytes: count })),
  /** Null when it never will be: what is recorded and what has had its days are in balance before. */
  fullAt: moment.nullable(),
});

export const operatorQueue = z.enum(['email', 'push', 'telegram', 'webhooks', 'timelapses', 'deletion']);
const overviewQueue = z.object({
  queue: operatorQueue,
  waiting: count,
  /** Those of them that have failed at least once. */
  retrying: count,
  /** Since when the oldest one is due; null for none. */
  since: moment.nullable(),
});

/** What needs a person, the most urgent first. */
export const operatorWarningSchema = z.discriminatedUnion('code', [
  /** No running node has had the role for half a minute: nobody does that part of the work. */
  z.object({ code: z.literal('role-missing'), role: nodeRole }),
  z.object({ code: z.literal('node-silent'), node: z.string(), since: moment, cameras: count }),
  /** The oldest footage is being deleted before its days are over. */
  z.object({ code: z.literal('storage-full') }),
  z.object({ code: z.literal('storage-full-soon'), fullAt: moment, days: z.number().nonnegative() }),
  /** Footage in its paid days alone exceeds the operator's limit, which therefore isn't kept. */
  z.object({ code: z.literal('limit-below-paid-days'), limitBytes: count, footageBytes: count }),
  z.object({
    code: z.literal('cameras-offline'),
    count,
    /** The longest first, at most five. */
    cameras: z.array(z.object({ id: cameraIdSchema, title: z.string(), since: moment })),
  }),
  z.object({ code: z.literal('queue-stuck'), queue: operatorQueue, waiting: count, since: moment }),
  z.object({ code: z.literal('detection-over-budget'), cores: z.number() }),
  /** Without a mail server, e-mail messages are written to files that nobody receives. */
  z.object({ code: z.literal('no-mail-server') }),
]);

export const operatorOverviewSchema = z.object({
  checkedAt: moment,
  warnings: z.array(operatorWarningSchema),
  cameras: overviewCameras,
  nodes: z.array(operatorNodeSchema),
  storage: overviewStorage,
  queues: z.array(overviewQueue),
  people: z.object({ accounts: count, newThisWeek: count, watchingNow: count, devices: count }),
  server: z.object({
    version: z.string(),
    startedAt: moment,
    database: z.enum(['sqlite', 'postgres']),
    /** Whether every account is an operator, because only this machine reaches the server. */
    isEveryoneOperator: z.boolean(),
    /** Cores that the recognition of objects may use. */
    detectionCores: z.number(),
    /** The newest published version; null unless the operator lets the server look for it (`updateCheck`), and until it has. */
    newestVersion: z.string().nullable(),
  }),
});

/** Settings that apply without a restart. */
export const settingName = z.enum([
  'archiveDays',
  'archiveGigabytes',
  'camerasPerAccount',
  'gigabytesPerAccount',
  'signUp',
  'offlineNoticeSeconds',
  'detectionCpu',
  'timelapseCpu',
  'updateCheck',
  'logLevel',
]);
/** As it is written in the environment; empty for none. */
const settingValue = z.string().max(4000);
export const operatorSettingSchema = z.object({
  name: settingName,
  /** Its environment variable. */
  variable: z.string(),
  /** In force now. */
  value: settingValue,
  /** The program's own · the environment or the command line · this page. */
  origin: z.enum(['default', 'environment', 'page']),
  /** What is in force without the page. */
  startValue: settingValue,
  /** Null unless it comes from the page. */
  changedAt: moment.nullable(),
});
export const operatorSettingsSchema = z.object({ settings: z.array(operatorSettingSchema) });
export const settingParameters = z.object({ name: settingName });
/** Null returns it to what the server started with. */
export const changeSettingBody = z.object({ value: settingValue.nullable() });

export const auditKind = z.enum([
  'operator-signed-in',
  'plan-changed',
  'plan-retired',
  'account-deleted',
  'email-changed',
  'camera-removed',
  'camera-settings-changed',
  'footage-deleted',
  'user-removed',
  'device-signed-out',
  'link-revoked',
  'key-revoked',
  'embed-revoked',
  'stream-revoked',
  'webhook-removed',
  'setting-changed',
]);
export const auditEntrySchema = z.object({
  id: z.string(),
  at: moment,
  kind: auditKind,
  /** Null for the server itself. */
  actor: z.object({ customerId: z.string(), email: z.string() }).nullable(),
  /** What it was done to; null when the kind says it all. */
  subject: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
});
const time = z.coerce.number().int().min(0).max(8.64e15).optional();
export const auditFilterQuery = z.object({
  kind: z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(auditKind).max(auditKind.options.length).optional(),
  ),
  actorId: z.string().max(64).optional(),
  /** Entries at or after it, Unix milliseconds. */
  from: time,
  to: time,
});
export const auditLogQuery = z.object({
  ...auditFilterQuery.shape,
  /** `next` of the previous page. */
  cursor: z
    .string()
    .max(100)
    .regex(/^\d{1,16}\.[\w-]{1,64}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const auditLogPageSchema = z.object({ entries: z.array(auditEntrySchema), next: z.string().nullable() });

export type Operator = z.infer<typeof operatorSchema>;
export type OperatorNode = z.infer<typeof operatorNodeSchema>;
export type OperatorQueue = z.infer<typeof operatorQueue>;
export type OperatorWarning = z.infer<typeof operatorWarningSchema>;
export type OperatorOverview = z.infer<typeof operatorOverviewSchema>;
export type SettingName = z.infer<typeof settingName>;
export type OperatorSetting = z.infer<typeof operatorSettingSchema>;
export type OperatorSettings = z.infer<typeof operatorSettingsSchema>;
export type AuditKind = z.infer<typeof auditKind>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export type AuditFilter = Partial<z.output<typeof auditFilterQuery>>;
export type AuditLogQuery = Partial<z.output<typeof auditLogQuery>>;
export type AuditLogPage = z.infer<typeof auditLogPageSchema>;
