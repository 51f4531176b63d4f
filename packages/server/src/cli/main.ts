#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// 24 MB smaller: what is loaded at the start does not make V8's young generation grow, what is done later may.
setFlagsFromString('--semi-space-growth-factor=1');
// Starts twice as fast and 24 MB smaller: what Node made of the sources is kept, in a folder that only this user's packages are in.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/watchpost'));
await import('./run.ts');
setFlagsFromString('--semi-space-growth-factor=2');
