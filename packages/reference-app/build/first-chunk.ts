/** What the bundler tells about a module. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Barrels, of which every screen takes something else, and what one screen alone takes of them: the bundler itself knows better who needs what. */
const leftAlone = /\/(reference-app\/src\/features|widgets\/src\/primitives|sdk-core\/src\/kernel\/forms|sdk-core\/src\/(features|browser)\/phone-camera|sdk-core\/src\/(features\/archive\/calendar|kernel\/format)|lucide-react\/dist\/esm\/icons)\/|\/(sdk-core\/src\/browser\/clipboard|contract\/src\/kernel\/time-zones|contract\/src\/protocols\/registration-code-protocol)\.ts$/;

/**
 * Names the chunk of everything that the entry needs before any screen. Left to itself the bundler cuts it into some sixty pieces,
 * one for each set of screens that share a module: 13 kB more after compression, and as many requests.
 * @param entry path of the module that index.html starts
 */
export function firstChunk(entry: string): (id: string, graph: ModuleGraph) => string | null {
  let needed: Set<string> | null = null;
  return (id, graph) => {
    needed ??= reach(entry, graph);
    return needed.has(id) ? 'app' : null;
  };
}

function reach(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id) || leftAlone.test(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  visit(entry);
  return found;
}
