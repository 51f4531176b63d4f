import { z } from 'zod';
import { signUpSchema, type SignUpSettings } from './account-settings.ts';

const coreShare = z.coerce.number({ error: 'must be a share of one core, like 0.5' }).min(0.05, 'must be 0.05 or more');
const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
  error: 'must be trace, debug, info, warn, error, fatal or silent',
});
const flags = ['0', '1', 'false', 'true', 'no', 'yes'] as const;

/** A switch of the environment. */
export const optionalFlag: z.ZodType<boolean | undefined, string | undefined> = z
  .enum(flags, { error: 'must be 1 or 0' })
  .transform((value) => ['1', 'true', 'yes'].includes(value))
  .optional();

/** For the schema of the environment: settings that operators can also change while the server runs. */
export const liveVariables: {
  readonly WATCHPOST_SIGN_UP: z.ZodType<SignUpSettings | undefined, string | undefined>;
  readonly WATCHPOST_CAMERAS_PER_ACCOUNT: z.ZodType<number>;
  readonly WATCHPOST_GIGABYTES_PER_ACCOUNT: z.ZodType<number>;
  readonly WATCHPOST_ARCHIVE_DAYS: z.ZodType<number>;
  readonly WATCHPOST_ARCHIVE_GIGABYTES: z.ZodType<number | undefined>;
  readonly WATCHPOST_OFFLINE_NOTICE_SECONDS: z.ZodType<number>;
  readonly WATCHPOST_DETECTION_CPU: z.ZodType<number>;
  readonly WATCHPOST_TIMELAPSE_CPU: z.ZodType<number>;
  readonly WATCHPOST_UPDATE_CHECK: z.ZodType<boolean | undefined, string | undefined>;
  readonly LOG_LEVEL: z.ZodType<string>;
} = {
  WATCHPOST_SIGN_UP: signUpSchema.optional(),
  WATCHPOST_CAMERAS_PER_ACCOUNT: z.coerce
    .number({ error: 'must be a number of cameras' })
    .int('must be whole cameras')
    .min(1, 'must be 1 or more')
    .max(100_000, 'must be 100000 or less')
    .default(20),
  WATCHPOST_GIGABYTES_PER_ACCOUNT: z.coerce
    .number({ error: 'must be a number of gigabytes' })
    .min(1, 'must be 1 or more')
    .max(1_000_000, 'must be 1000000 or less')
    .default(100),
  WATCHPOST_ARCHIVE_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int('must be whole days')
    .min(0, 'must be 0 or more')
    .max(3650, 'must be 3650 or less')
    .default(7),
  WATCHPOST_ARCHIVE_GIGABYTES: z.coerce
    .number({ error: 'must be a number of gigabytes' })
    .min(1, 'must be 1 or more')
    .max(100_000_000, 'must be 100000000 or less')
    .optional(),
  WATCHPOST_OFFLINE_NOTICE_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds' })
    .int('must be whole seconds')
    .min(1, 'must be 1 or more')
    .max(86_400, 'must be 86400 or less')
    .default(60),
  WATCHPOST_DETECTION_CPU: coreShare.max(64, 'must be 64 or less').default(0.5),
  // One film at a time, on one thread.
  WATCHPOST_TIMELAPSE_CPU: coreShare.max(1, 'must be 1 or less').default(0.5),
  WATCHPOST_UPDATE_CHECK: optionalFlag,
  LOG_LEVEL: logLevel.default('info'),
};
