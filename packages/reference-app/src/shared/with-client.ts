/** A test's client has all features from the start. */
let complete = (): Promise<void> => Promise.resolve();

/** Sets how the page's client gets the features that the dashboard does not need. */
export function completeClientBy(load: () => Promise<void>): void {
  complete = load;
}

/** Adds the client's other features, once. */
export function completeClient(): Promise<void> {
  return complete();
}

/**
 * Loads code that calls any feature, and in parallel the client's part of it. Screens and dialogs go through here, the dashboard excepted.
 * @example const VideoWallRoute = await withClient(async () => (await import('../routes/video-wall.tsx')).VideoWallRoute);
 */
export async function withClient<Code>(load: () => Promise<Code>): Promise<Code> {
  const [code] = await Promise.all([load(), complete()]);
  return code;
}
