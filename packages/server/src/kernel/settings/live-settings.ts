import type { SettingName } from '@watchpost/contract/schemas/operator';
import type { z } from 'zod';
import type { ServerConfig } from '../config.ts';
import { setLogLevel, type Logger } from '../log.ts';
import { liveVariables } from './live-variables.ts';

/** The settings that operators change while the server runs. */
type LiveValues = Pick<
  ServerConfig,
  | 'archiveDays'
  | 'archiveBytes'
  | 'quotas'
  | 'signUp'
  | 'offlineNoticeAfter'
  | 'detectionCpu'
  | 'timelapseCpu'
  | 'isUpdateChecked'
  | 'logLevel'
>;

interface LiveSetting {
  readonly variable: keyof typeof liveVariables;
  /** Returns the values with what the text says, or what is wrong with it. An empty text means no value, where that is allowed. */
  readonly read: (text: string, values: LiveValues) => LiveValues | { readonly problem: string };
  /** The text that says it. */
  readonly write: (values: LiveValues) => string;
}

const gigabyte = 1e9;

/** Reads a text as the environment does. */
function reading<T>(
  variable: keyof typeof liveVariables,
  schema: z.ZodType<T>,
  apply: (value: T, values: LiveValues) => Partial<LiveValues>,
): Pick<LiveSetting, 'variable' | 'read'> {
  return {
    variable,
    read: (text, values) => {
      if (text === '') return { problem: 'must not be empty' };
      const { data, error } = schema.safeParse(text);
      if (error) return { problem: error.issues[0]?.message ?? 'is unusable' };
      return { ...values, ...apply(data, values) };
    },
  };
}

const {
  WATCHPOST_SIGN_UP,
  WATCHPOST_CAMERAS_PER_ACCOUNT,
  WATCHPOST_GIGABYTES_PER_ACCOUNT,
  WATCHPOST_ARCHIVE_DAYS,
  WATCHPOST_ARCHIVE_GIGABYTES,
  WATCHPOST_OFFLINE_NOTICE_SECONDS,
  WATCHPOST_DETECTION_CPU,
  WATCHPOST_TIMELAPSE_CPU,
  WATCHPOST_UPDATE_CHECK,
  LOG_LEVEL,
} = liveVariables;

const archiveGigabytes = reading('WATCHPOST_ARCHIVE_GIGABYTES', WATCHPOST_ARCHIVE_GIGABYTES, (limit = 0) => ({
  archiveBytes: limit * gigabyte,
}));

const settings: Readonly<Record<SettingName, LiveSetting>> = {
  archiveDays: {
    ...reading('WATCHPOST_ARCHIVE_DAYS', WATCHPOST_ARCHIVE_DAYS, (archiveDays) => ({ archiveDays })),
    write: ({ archiveDays }) => String(archiveDays),
  },
  archiveGigabytes: {
    ...archiveGigabytes,
    read: (text, values) => (text === '' ? { ...values, archiveBytes: null } : archiveGigabytes.read(text, values)),
    write: ({ archiveBytes }) => (archiveBytes === null ? '' : String(archiveBytes / gigabyte)),
  },
  camerasPerAccount: {
    ...reading('WATCHPOST_CAMERAS_PER_ACCOUNT', WATCHPOST_CAMERAS_PER_ACCOUNT, (cameras, { quotas }) => ({
      quotas: { ...quotas, cameras },
    })),
    write: ({ quotas }) => String(quotas.cameras),
  },
  gigabytesPerAccount: {
    ...reading('WATCHPOST_GIGABYTES_PER_ACCOUNT', WATCHPOST_GIGABYTES_PER_ACCOUNT, (gigabytes, { quotas }) => ({
      quotas: { ...quotas, bytes: gigabytes * gigabyte },
    })),
    write: ({ quotas }) => String(quotas.bytes / gigabyte),
  },
  signUp: {
    ...reading('WATCHPOST_SIGN_UP', WATCHPOST_SIGN_UP, (signUp) => (signUp ? { signUp } : {})),
    write: ({ signUp }) => (signUp.allowed.length > 0 ? signUp.allowed.join(',') : signUp.mode),
  },
  offlineNoticeSeconds: {
    ...reading('WATCHPOST_OFFLINE_NOTICE_SECONDS', WATCHPOST_OFFLINE_NOTICE_SECONDS, (offlineNoticeAfter) => ({ offlineNoticeAfter })),
    write: ({ offlineNoticeAfter }) => String(offlineNoticeAfter),
  },
  detectionCpu: {
    ...reading('WATCHPOST_DETECTION_CPU', WATCHPOST_DETECTION_CPU, (detectionCpu) => ({ detectionCpu })),
    write: ({ detectionCpu }) => String(detectionCpu),
  },
  timelapseCpu: {
    ...reading('WATCHPOST_TIMELAPSE_CPU', WATCHPOST_TIMELAPSE_CPU, (timelapseCpu) => ({ timelapseCpu })),
    write: ({ timelapseCpu }) => String(timelapseCpu),
  },
  updateCheck: {
    ...reading('WATCHPOST_UPDATE_CHECK', WATCHPOST_UPDATE_CHECK, (isUpdateChecked = false) => ({ isUpdateChecked })),
    write: ({ isUpdateChecked }) => (isUpdateChecked ? '1' : '0'),
  },
  logLevel: {
    ...reading('LOG_LEVEL', LOG_LEVEL, (logLevel) => ({ logLevel })),
    write: ({ logLevel }) => logLevel,
  },
};

/** In the order in which they are shown. */
export const settingNames: readonly SettingName[] = [
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
];

/** Settings of the server of which some change while it runs. */
export interface LiveSettings {
  /** Each of those settings is read where it is used: what was read earlier may no longer be in force. */
  readonly config: ServerConfig;
  /** Applies what operators have changed; everything else is as at the start. A text that can't be read is left out and logged. */
  apply(changed: ReadonlyMap<SettingName, string>): void;
  /** Returns what is wrong with a text; null for a usable one. */
  problemOf(name: SettingName, text: string): string | null;
  describe(name: SettingName): {
    readonly variable: string;
    readonly value: string;
    readonly startValue: string;
    readonly isGiven: boolean;
  };
}

export function createLiveSettings(start: ServerConfig, log: Logger): LiveSettings {
  let values: LiveValues = start;
  const config: ServerConfig = {
    ...start,
    get archiveDays() {
      return values.archiveDays;
    },
    get archiveBytes() {
      return values.archiveBytes;
    },
    get quotas() {
      return values.quotas;
    },
    get signUp() {
      return values.signUp;
    },
    get offlineNoticeAfter() {
      return values.offlineNoticeAfter;
    },
    get detectionCpu() {
      return values.detectionCpu;
    },
    get timelapseCpu() {
      return values.timelapseCpu;
    },
    get isUpdateChecked() {
      return values.isUpdateChecked;
    },
    get logLevel() {
      return values.logLevel;
    },
  };
  return {
    config,
    apply: (changed) => {
      const levelBefore = values.logLevel;
      let next: LiveValues = start;
      for (const [name, text] of changed) {
        const read = settings[name].read(text, next);
        if ('problem' in read) log.warn({ setting: name, problem: read.problem }, 'A setting of the operator’s page is not used');
        else next = read;
      }
      values = next;
      if (values.logLevel !== levelBefore) setLogLevel(log, values.logLevel);
    },
    problemOf: (name, text) => {
      const read = settings[name].read(text, values);
      return 'problem' in read ? read.problem : null;
    },
    describe: (name) => {
      const { variable, write } = settings[name];
      return { variable, value: write(values), startValue: write(start), isGiven: start.givenVariables.includes(variable) };
    },
  };
}
