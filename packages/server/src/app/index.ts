export { createServer } from './create-server.ts';
export type { WatchpostServer } from './create-server.ts';
export { ConfigError, readConfig } from '../kernel/config.ts';
export type { ServerConfig } from '../kernel/config.ts';
