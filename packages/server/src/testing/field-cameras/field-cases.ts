import type { FieldCase } from './field-case.ts';
import { rtspCases } from './field-cases-rtsp.ts';
import { trackCases } from './field-cases-tracks.ts';

/** All cameras of the field, by what is odd about them. */
export const fieldCases: readonly FieldCase[] = [...rtspCases, ...trackCases];
