import { availableParallelism, hostname } from 'node:os';
import { z } from 'zod';

/**
 * What a server does: `api` answers apps and partners, `media` ingests, records and shows cameras and makes their films, `jobs` sends
 * messages and bills. One machine does all of it.
 */
export const serverRoles = ['api', 'media', 'jobs'] as const;
export type ServerRole = (typeof serverRoles)[number];

/** A server among others on one database. */
export interface ClusterSettings {
  readonly roles: readonly ServerRole[];
  /** As operators call this machine. */
  readonly name: string;
  /** Where other nodes reach it, `http://10.0.0.5:8080`; null when it was not given. */
  readonly address: string | null;
  /** Weight of cameras that it can carry; a camera of 2 Mbit/s that is recorded weighs 1. */
  readonly capacity: number;
}

/** Measured: 60 such cameras take 45 to 80 % of a core. */
const camerasPerCore = 60;

const isRole = (text: string): text is ServerRole => serverRoles.some((role) => role === text);
const readRoles = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  ),
];

/** For the schema of the environment. */
export const clusterVariables: {
  readonly WATCHPOST_ROLES: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_NODE_NAME: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_NODE_ADDRESS: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_NODE_CAPACITY: z.ZodType<number | undefined>;
} = {
  WATCHPOST_ROLES: z
    .string()
    .refine(
      (text) => readRoles(text).length > 0 && readRoles(text).every(isRole),
      `must be one or more of ${serverRoles.join(', ')}, with commas in between or as --role for each (leave it out to run all of them on this machine)`,
    )
    .optional(),
  WATCHPOST_NODE_NAME: z
    .string()
    .regex(/^[\w. -]{1,64}$/, 'must be a name of up to 64 letters, digits, dots, dashes and spaces')
    .optional(),
  WATCHPOST_NODE_ADDRESS: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text,
      'must be the address at which the other nodes reach this one, like http://10.0.0.5:8080',
    )
    .optional(),
  WATCHPOST_NODE_CAPACITY: z.coerce
    .number({ error: 'must be a number of cameras' })
    .int('must be whole cameras')
    .min(1, 'must be 1 or more')
    .max(100_000, 'must be 100000 or less')
    .optional(),
};

interface ClusterValues {
  readonly WATCHPOST_ROLES?: string | undefined;
  readonly WATCHPOST_NODE_NAME?: string | undefined;
  readonly WATCHPOST_NODE_ADDRESS?: string | undefined;
  readonly WATCHPOST_NODE_CAPACITY?: number | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly WATCHPOST_SECRET?: string | undefined;
}

/** Returns the node's settings, null where one machine runs alone, or what is wrong. */
export function readCluster(values: ClusterValues): ClusterSettings | null | { readonly problem: string } {
  if (values.WATCHPOST_ROLES === undefined) return null;
  const roles = readRoles(values.WATCHPOST_ROLES).filter(isRole);
  if (values.DATABASE_URL === undefined) {
    // All roles on the embedded database are what a server does anyway.
    if (roles.length === serverRoles.length) return null;
    return {
      problem: `The role ${roles.join(' and ')} alone needs PostgreSQL: the embedded database is a file that only one server can use, so nothing would run the other roles.\nSet DATABASE_URL to the PostgreSQL that all nodes share, or leave --role (WATCHPOST_ROLES) out to run everything on this machine.`,
    };
  }
  if (values.WATCHPOST_SECRET === undefined) {
    return {
      problem:
        'Nodes need the same WATCHPOST_SECRET: with it they read the passwords of cameras and know the sessions that another node opened.\nSet it to the same 32 or more random characters on every node, or leave --role (WATCHPOST_ROLES) out to run everything on this machine.',
    };
  }
  return {
    roles: serverRoles.filter((role) => roles.includes(role)),
    name: values.WATCHPOST_NODE_NAME ?? hostname(),
    address: values.WATCHPOST_NODE_ADDRESS ?? null,
    capacity: values.WATCHPOST_NODE_CAPACITY ?? availableParallelism() * camerasPerCore,
  };
}
