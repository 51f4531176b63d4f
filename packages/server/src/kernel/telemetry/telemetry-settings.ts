import { z } from 'zod';

/** Where traces and metrics are sent by OpenTelemetry's protocol (OTLP over HTTP, in JSON). */
export interface TelemetrySettings {
  /** Without a slash at its end: `http://127.0.0.1:4318`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As the collector calls this program. */
  readonly serviceName: string;
  /** Share of requests and jobs that are traced, 0 to 1. */
  readonly tracedShare: number;
}

const endpoint = z
  .string()
  .refine(isEndpoint, 'must be the address of a collector, like http://127.0.0.1:4318, without a user name and a query')
  .optional();
const headers = z
  .string()
  .refine((text) => readHeaders(text) !== null, 'must be names and values by commas, like api-key=secret,tenant=home')
  .optional();
const share = z.coerce.number({ error: 'must be a share from 0 to 1' }).min(0, 'must be 0 or more').max(1, 'must be 1 or less').default(1);

/** For the schema of the environment; the names are OpenTelemetry's own. */
export const telemetryVariables: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: z.ZodType<string | undefined, string | undefined>;
  readonly OTEL_EXPORTER_OTLP_HEADERS: z.ZodType<string | undefined, string | undefined>;
  readonly OTEL_SERVICE_NAME: z.ZodType<string, string | undefined>;
  readonly OTEL_TRACES_SAMPLER_ARG: z.ZodType<number>;
} = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: z.string().max(64, 'must be 64 characters or less').default('watchpost'),
  OTEL_TRACES_SAMPLER_ARG: share,
};

interface TelemetryValues {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Returns where to send traces and metrics; null for nowhere. */
export function readTelemetry(values: TelemetryValues): TelemetrySettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: address } = values;
  if (address === undefined) return null;
  return {
    endpoint: address.replace(/\/$/, ''),
    headers: readHeaders(values.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    serviceName: values.OTEL_SERVICE_NAME,
    tracedShare: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '' && hash === '';
}

const maxHeaders = 20;

/** Returns the headers of `name=value,name=value`; null when that can't be read. */
function readHeaders(text: string): Record<string, string> | null {
  const read: Record<string, string> = {};
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length > maxHeaders) return null;
  for (const part of parts) {
    const separator = part.indexOf('=');
    const name = part.slice(0, separator).trim().toLowerCase();
    const value = part.slice(separator + 1).trim();
    if (separator < 1 || !/^[\w-]{1,64}$/.test(name) || !/^[\x21-\x7E ]{1,1024}$/.test(value)) return null;
    read[name] = value;
  }
  return read;
}
