/** A module as described by the bundler. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Names the chunk of a module; null leaves the module to the bundler. */
type NameChunk = (id: string, graph: ModuleGraph) => string | null;

/** Barrels reach every module from every page: what a page uses of them comes along with the modules that use it. */
const barrels =
  /\/(reference-app\/src\/features\/(?!session\/(?!device-code\/))[\w-]+|(contract|sdk-core|widgets)\/src|lucide-react\/dist\/esm\/icons|node_modules\/(@tanstack|react-router))\//;

/** What the sign-in page and the dashboard both use of barrels. */
const neededByBoth = [
  '/contract/src/kernel/characters.ts',
  '/contract/src/kernel/general-error-messages.ts',
  '/sdk-core/src/features/account/account-language.ts',
  '/sdk-core/src/kernel/general-error-text.ts',
  '/sdk-core/src/kernel/plural.ts',
  '/sdk-core/src/kernel/timing/debounce.ts',
  '/widgets/src/primitives/action/button.tsx',
  '/widgets/src/primitives/action/icon-button.tsx',
  '/widgets/src/primitives/control-icons.tsx',
  '/widgets/src/primitives/labels.ts',
  '/widgets/src/primitives/sign/mark.tsx',
  '/lucide-react/dist/esm/icons/chevron-down.mjs',
  '/lucide-react/dist/esm/icons/clock.mjs',
];

/** What the sign-in page shares with screens other than the dashboard: the fields of forms, and small parts. */
const forms = [
  '/widgets/src/primitives/field/field.tsx',
  '/reference-app/src/shared/forms/use-form.ts',
  '/reference-app/src/shared/browser/install-prompt.ts',
  '/reference-app/src/shared/i18n/language-select.tsx',
  '/reference-app/src/shared/i18n/rich-text.tsx',
  '/reference-app/src/shared/navigation/external-links.ts',
];

const signInPage = ['/reference-app/src/app/sign-in-page.tsx', '/reference-app/src/features/session/session-sign-in-screen.tsx'];

/** What the dashboard shares with other screens: the frame around them, times, states and icons. */
const frame = [
  '/reference-app/src/features/cameras/cameras-access-texts.ts',
  '/reference-app/src/features/cameras/cameras-last-seen.ts',
  '/reference-app/src/features/cameras/cameras-texts.ts',
  '/reference-app/src/features/locations/locations-choice.ts',
  '/reference-app/src/shared/live/capabilities.ts',
  '/reference-app/src/shared/live/known-until.ts',
  '/reference-app/src/shared/live/latest-events.ts',
  '/reference-app/src/shared/time/time-texts.ts',
  '/reference-app/src/shell/profile/profile-button.tsx',
  '/reference-app/src/shell/shell.tsx',
  '/widgets/src/primitives/sign/event-glyph.tsx',
  '/lucide-react/dist/esm/icons/circle-check.mjs',
  '/lucide-react/dist/esm/icons/plus.mjs',
  '/lucide-react/dist/esm/icons/share-2.mjs',
];

/** The entries of the app, as paths of modules. */
export interface FirstEntries {
  /** What index.html loads. */
  readonly main: string;
  /** Shows the sign-in page. */
  readonly signIn: string;
  /** Starts the app. */
  readonly app: string;
}

/**
 * Returns the groups of the first screens' chunks: `core`, which every page needs, `app`, which every screen of the app needs before its own code,
 * `forms` and `frame`, which the sign-in page and the dashboard share with other screens, and `sign-in`.
 * Without them, the bundler makes about sixty chunks, one for each set of screens that share a module: 20 kB more after compression, and as many requests.
 * A group includes what its modules use of their imports, unless a group of higher priority has it.
 */
export function firstChunks({ main, signIn, app }: FirstEntries): readonly { readonly name: NameChunk; readonly priority: number }[] {
  const reached = new Map<string, ReadonlySet<string>>();
  const isReached = (entry: string, id: string, graph: ModuleGraph): boolean => {
    const modules = reached.get(entry) ?? reach(entry, graph);
    reached.set(entry, modules);
    return modules.has(id);
  };
  const listed =
    (chunk: string, modules: readonly string[]): NameChunk =>
    (id) =>
      modules.some((end) => id.endsWith(end)) ? chunk : null;
  const core: NameChunk = (id, graph) =>
    isReached(main, id, graph) || (isReached(signIn, id, graph) && isReached(app, id, graph)) ? 'core' : null;
  return [
    { priority: 5, name: (id, graph) => listed('core', neededByBoth)(id, graph) ?? core(id, graph) },
    { priority: 4, name: (id, graph) => (isReached(app, id, graph) ? 'app' : null) },
    { priority: 3, name: listed('forms', forms) },
    { priority: 2, name: listed('frame', frame) },
    { priority: 1, name: listed('sign-in', signInPage) },
  ];
}

function reach(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id) || barrels.test(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  visit(entry);
  return found;
}
