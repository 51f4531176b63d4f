#!/usr/bin/env node
// Imported as a namespace: a name that an older Node lacks would keep this file from running at all.
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Watchpost needs Node 24 or newer; this is ${process.version}. Install it from https://nodejs.org and start again.\n`,
  );
  process.exit(2);
}

// Saves 24 MB: loading at the start does not grow V8's young generation; later work may.
setFlagsFromString('--semi-space-growth-factor=1');
// Starts twice as fast and saves 24 MB: Node's compile cache is kept, in a folder that belongs to this user's packages.
nodeModule.enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/watchpost'));
await import('./run.ts');
setFlagsFromString('--semi-space-growth-factor=2');
