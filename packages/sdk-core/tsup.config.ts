import { defineLibrary } from '../../tooling/packages/tsup-preset.ts';

export default defineLibrary({ platform: 'neutral' });
