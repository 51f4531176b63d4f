/** A file as Vitest's sequencer sorts it. */
interface SortedFile {
  /** Its absolute path, with slashes. */
  readonly moduleId: string;
  readonly project: { readonly name: string };
}

/** They take minutes. In a fresh clone Vitest knows only the size of a file, and the one that it began last ran alone at the end. */
export const slowFiles: readonly string[] = [
  'tooling/new-feature/new-feature.integration.test.ts',
  'e2e/support/runner/runner-faults.integration.test.ts',
  'packages/server/src/media/objects/object-events.integration.test.ts',
  'packages/server/src/features/sharing/log/sharing-log.integration.test.ts',
  'packages/server/src/cli/cli.integration.test.ts',
  'packages/server/src/adapters/payments/payment-drivers.integration.test.ts',
  'packages/server/src/media/ingest/field-cameras.integration.test.ts',
  'packages/server/src/cli/billing-kill-providers.integration.test.ts',
  'e2e/server/two-nodes.integration.test.ts',
];

/** Puts the slow files before the others of their project. @param sorted by project, as Vitest does */
export function slowFirst<T extends SortedFile>(sorted: readonly T[]): T[] {
  const isSlow = ({ moduleId }: T): boolean => slowFiles.some((file) => moduleId.endsWith(`/${file}`));
  const byProject = Map.groupBy(sorted, ({ project }) => project.name);
  return [...byProject.values()].flatMap((files) => files.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a))));
}
