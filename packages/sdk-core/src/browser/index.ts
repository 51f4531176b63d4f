export { createBrowserClient } from './browser-client.ts';
export { createLocalStorage, createNetworkHints, createStorageEvents, createWebLocks } from './browser-ports.ts';
