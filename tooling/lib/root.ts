import { dirname } from 'node:path';

/** The root folder of the repository. */
export const root: string = dirname(dirname(import.meta.dirname));
