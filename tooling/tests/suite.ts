import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolName } from '../lib/find-tools.ts';

/** `e2e/gate.json`: what `npm test` runs. Each entry is a path with its reason. */
export interface Gate {
  /** Specs of the gate. */
  readonly browser: Readonly<Record<string, string>>;
  /** Specs of the gate in engines that it uses where they are installed. */
  readonly engines: Readonly<Record<string, { readonly tool: ToolName; readonly reason: string }>>;
  readonly packed: Readonly<Record<string, string>>;
  /** Files or folders of server tests that the gate runs on PostgreSQL, too. */
  readonly postgres: Readonly<Record<string, string>>;
  /** Unit and integration tests that the gate leaves out. */
  readonly onlyInTestAll: Readonly<Record<string, string>>;
  /** Tests that the gate leaves out of files that it runs, by file and title, each with what shows the same in the gate. */
  readonly testsOnlyInTestAll: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Specs that `test:all` runs in Firefox as well, each with its tests that Firefox can't run, by title, with the reason. */
  readonly inFirefox: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Flaky tests that nobody understands yet. Those seen three times are out of the gate until they are. */
  readonly notUnderstood: readonly NotUnderstood[];
}

interface NotUnderstood {
  readonly file: string;
  readonly test: string;
  readonly seen: string;
  readonly excluded: string;
  /** `YYYY-MM-DD` */
  readonly since: string;
  /** How often it failed and then passed alone. */
  readonly times: number;
}

/** The parts of `npm run test:all`, each of which runs by itself. */
export const parts = ['checks', 'unit', 'integration', 'browser', 'packed'] as const;
export type Part = (typeof parts)[number];

export function isPart(name: string): name is Part {
  return parts.some((part) => part === name);
}

export function readGate(rootFolder: string): Gate {
  const gate: Gate = JSON.parse(readFileSync(join(rootFolder, 'e2e/gate.json'), 'utf8'));
  return gate;
}
