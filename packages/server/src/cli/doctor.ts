import { readFileSync } from 'node:fs';
import { systemClock } from '@watchpost/contract/timing/clock';
import type { ServerConfig } from '../kernel/config.ts';
import { addressChecks } from './doctor/address-checks.ts';
import { clusterCheck } from './doctor/cluster-check.ts';
import { databaseChecks } from './doctor/database-checks.ts';
import { failure, reasonOf, type Check, type Finding, type Machine } from './doctor/finding.ts';
import { folderChecks } from './doctor/folder-checks.ts';
import { machineChecks } from './doctor/machine-checks.ts';
import { objectStoreCheck } from './doctor/object-store-check.ts';
import { peopleChecks } from './doctor/people-checks.ts';
import { publicAddressChecks } from './doctor/public-address-checks.ts';
import { serviceChecks } from './doctor/service-checks.ts';

const checks: readonly Check[] = [
  ...machineChecks,
  ...folderChecks,
  objectStoreCheck,
  ...databaseChecks,
  clusterCheck,
  ...addressChecks,
  ...publicAddressChecks,
  ...serviceChecks,
  ...peopleChecks,
];

const thisMachine: Machine = {
  now: systemClock.now,
  nodeVersion: process.version,
  memoryLimitBytes: limitOf(process.constrainedMemory()),
  timeZone: process.env['TZ'],
  read: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return null;
    }
  },
};

interface DoctorOptions {
  /** One JSON object instead of lines for people. */
  readonly json?: boolean;
  /** What differs from this machine. */
  readonly machine?: Partial<Machine>;
  readonly write?: (text: string) => void;
}

/** Prints the results of all checks; returns exit code 1 when something keeps the server from working. */
export async function doctor(
  config: ServerConfig,
  { json = false, machine = {}, write = (text) => void process.stdout.write(text) }: DoctorOptions = {},
): Promise<number> {
  const found: { readonly name: string; readonly finding: Finding }[] = [];
  for (const { name, run } of checks) {
    const finding = await run(config, { ...thisMachine, ...machine }).catch((error: unknown) =>
      failure('check-failed', { what: reasonOf(error) }),
    );
    found.push({ name, finding });
    if (!json) write(describe(name, finding));
  }
  const errors = found.filter(({ finding }) => finding.level === 'error').length;
  if (json) {
    const report = { canRun: errors === 0, checks: found.map(({ name, finding }) => ({ name, ...finding })) };
    write(`${JSON.stringify(report, null, 2)}\n`);
  } else write(errors === 0 ? '\nThe server can run.\n' : `\n${errors} of these must be put right first.\n`);
  return errors === 0 ? 0 : 1;
}

const labels = { ok: 'ok     ', warning: 'warning', error: 'ERROR  ' } as const;
const indent = ' '.repeat(22);

function describe(name: string, { level, what, why, remedy }: Finding): string {
  const more = [why, remedy].filter((text) => text !== null).map((text) => `${indent}${text}\n`);
  return `${labels[level]}  ${name.padEnd(11)}  ${what}\n${more.join('')}`;
}

/** Without a limit, Node reports zero or more than any machine has. */
function limitOf(bytes: number): number | null {
  return bytes > 0 && bytes < 2 ** 50 ? bytes : null;
}
