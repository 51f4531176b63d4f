import { defineConfig } from 'vite';
import { preactAlias } from './build/preact-alias.ts';

/** Serves the sources with Preact in place of React, for tests in browsers. `rollup.config.ts` builds the published files. */
export default defineConfig({ resolve: { alias: preactAlias } });
