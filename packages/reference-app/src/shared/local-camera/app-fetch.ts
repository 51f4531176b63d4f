/** Port at which cameras in the user's network accept a registration. */
const localCameraPort = '7654';

/**
 * Fetches like `fetch`, which the page's policy allows to its own server only. Requests to cameras in the user's network go
 * through a worker, which may do nothing else and loads when it is first needed.
 */
export const appFetch: typeof fetch = async (input, init) => {
  if (typeof input !== 'string' || !isLocalCamera(input)) return fetch(input, init);
  const { fetchLocalCamera } = await import('./local-camera-fetch.ts');
  return fetchLocalCamera(input, init);
};

function isLocalCamera(address: string): boolean {
  if (!address.startsWith('http://')) return false;
  const { origin, port } = new URL(address);
  return port === localCameraPort && origin !== location.origin;
}
