import { plugInDetectionTypes, type PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import { z } from 'zod';

/** The operator's own detector, which speaks the protocol of DeepStack and CodeProject.AI. */
export interface DetectorSettings {
  /** `http://127.0.0.1:32168`, with a user name and a password if it needs them. */
  readonly url: string;
  /** Name of a custom model; null for the usual one. */
  readonly model: string | null;
  /** DeepStack's API key. */
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  /** What it finds beside objects, as the operator says; null: it is asked for its models. */
  readonly finds: readonly DetectorFinding[] | null;
}

export interface DetectorFinding {
  readonly type: PlugInDetectionType;
  /** Name of the custom model that finds it; null for the usual one, and for sounds. */
  readonly model: string | null;
}

const url = z
  .string()
  .refine(
    isBaseUrl,
    'must be an address like http://127.0.0.1:32168, without /v1/vision and without a query (leave it out to recognise objects in the server)',
  )
  .optional();
const model = z
  .string()
  .regex(/^[\w.-]{1,64}$/, 'must be the name of a custom model, like ipcam-general')
  .optional();
const soundFindings: readonly string[] = ['glassBreak', 'babyCry'] satisfies readonly PlugInDetectionType[];
const maxFindings = 10;
const finds = z
  .string()
  .refine(
    (value) => readFindings(value) !== null,
    `must be a comma-separated list of ${plugInDetectionTypes.join(', ')}; fire and smoke with their model, like fire@fire-net, unless the usual one finds them`,
  )
  .optional();
const apiKey = z.string().min(1).max(256).optional();
const timeoutSeconds = z.coerce
  .number({ error: 'must be a number of seconds' })
  .min(1, 'must be 1 or more')
  .max(30, 'must be 30 or less')
  .default(5);

/** For the schema of the environment. */
export const detectorVariables: {
  readonly WATCHPOST_DETECTOR_URL: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_DETECTOR_MODEL: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_DETECTOR_API_KEY: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_DETECTOR_TIMEOUT_SECONDS: z.ZodType<number>;
  readonly WATCHPOST_DETECTOR_FINDS: z.ZodType<string | undefined, string | undefined>;
} = {
  WATCHPOST_DETECTOR_URL: url,
  WATCHPOST_DETECTOR_MODEL: model,
  WATCHPOST_DETECTOR_API_KEY: apiKey,
  WATCHPOST_DETECTOR_TIMEOUT_SECONDS: timeoutSeconds,
  WATCHPOST_DETECTOR_FINDS: finds,
};

interface DetectorValues {
  readonly WATCHPOST_DETECTOR_URL?: string | undefined;
  readonly WATCHPOST_DETECTOR_MODEL?: string | undefined;
  readonly WATCHPOST_DETECTOR_API_KEY?: string | undefined;
  readonly WATCHPOST_DETECTOR_TIMEOUT_SECONDS: number;
  readonly WATCHPOST_DETECTOR_FINDS?: string | undefined;
}

/** Returns the detector's settings, null without an address, or what is wrong. */
export function readDetector(values: DetectorValues): DetectorSettings | null | { readonly problem: string } {
  const {
    WATCHPOST_DETECTOR_URL: address,
    WATCHPOST_DETECTOR_MODEL: name,
    WATCHPOST_DETECTOR_API_KEY: key,
    WATCHPOST_DETECTOR_TIMEOUT_SECONDS: seconds,
    WATCHPOST_DETECTOR_FINDS: found,
  } = values;
  if (address === undefined) {
    const given = { WATCHPOST_DETECTOR_MODEL: name, WATCHPOST_DETECTOR_API_KEY: key, WATCHPOST_DETECTOR_FINDS: found };
    const unused = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
    if (unused === undefined) return null;
    return { problem: `${unused} needs WATCHPOST_DETECTOR_URL, the address of the detector.\nGive both, or leave ${unused} out.` };
  }
  return {
    url: address,
    model: name ?? null,
    apiKey: key ?? null,
    timeoutMs: seconds * 1000,
    finds: found === undefined ? null : readFindings(found),
  };
}

/** Reads `fire@fire-net, glassBreak`; returns null for anything else. */
function readFindings(value: string): DetectorFinding[] | null {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const findings = items.map((item): DetectorFinding | null => {
    const [, name, of] = /^(\w+)(?:@([\w.-]{1,64}))?$/.exec(item) ?? [];
    const type = plugInDetectionTypes.find((one) => one === name);
    return type === undefined || (of !== undefined && soundFindings.includes(type)) ? null : { type, model: of ?? null };
  });
  const known = findings.filter((one) => one !== null);
  return known.length === findings.length && known.length > 0 && known.length <= maxFindings ? known : null;
}

function isBaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, pathname, username, password } = new URL(value);
  // A password with a percent sign that encodes nothing can't be read.
  if (/%(?![\da-f]{2})/i.test(username + password)) return false;
  return /^https?:$/.test(protocol) && search === '' && hash === '' && !/\/v1(?:\/|$)/.test(pathname);
}
