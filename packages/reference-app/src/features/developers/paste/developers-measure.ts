/** What the running preview was measured to need. */
export interface Measured {
  /** Compressed size of the scripts that it loaded; null while unknown. */
  readonly scriptBytes: number | null;
  /** From its start until the first picture was on the screen, ms; null before. */
  readonly firstPictureMs: number | null;
  /** Violations of this page's Content Security Policy since it started. */
  readonly violationCount: number;
}

export const nothingMeasured: Measured = { scriptBytes: null, firstPictureMs: null, violationCount: 0 };

/** Adds up the player's scripts, each once: a preload and its import are two entries of one transfer. @param server address of the scripts */
export function scriptBytesOf(entries: readonly PerformanceEntry[], server: string): number | null {
  const sizes = new Map<string, number>();
  for (const entry of entries) {
    const { href, pathname } = new URL(entry.name, server);
    if (!href.startsWith(`${server}/embed/`) || !pathname.endsWith('.js')) continue;
    const size = 'encodedBodySize' in entry && typeof entry.encodedBodySize === 'number' ? entry.encodedBodySize : 0;
    sizes.set(pathname, Math.max(size, sizes.get(pathname) ?? 0));
  }
  const sum = [...sizes.values()].reduce((one, other) => one + other, 0);
  return sum === 0 ? null : sum;
}

/** Reads the time of a `watchpost-quality` event of the first frame, ms; null for any other event. */
export function firstPictureOf(event: Event): number | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  if (typeof detail !== 'object' || detail === null) return null;
  const { type, after }: { readonly type?: unknown; readonly after?: unknown } = detail;
  return type === 'first-frame' && typeof after === 'number' ? after : null;
}
