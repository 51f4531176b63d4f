import { join } from 'node:path';
import { root } from '../lib/root.ts';

/** Packages for the registry, dependencies first. */
export const publishable = ['contract', 'mp4', 'onvif', 'sdk-core', 'widgets', 'camera-agent', 'server'] as const;
export type Publishable = (typeof publishable)[number];

/** Packages that tsup builds, each with the `tsup.config.ts` in its folder. */
export const builtByTsup: readonly Publishable[] = ['contract', 'mp4', 'onvif', 'sdk-core'];

export const pnpmVersion = '12.21.0';

/** Folder of the tarballs that `pack-packages.ts` makes. */
export const packedFolder: string = join(root, 'node_modules/.cache/watchpost/packed');
export const tarballOf = (name: Publishable): string => join(packedFolder, `${name}.tgz`);
