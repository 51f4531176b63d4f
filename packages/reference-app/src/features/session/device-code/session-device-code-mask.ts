import { createMask } from '@watchpost/sdk-core';
import type { Mask } from '@watchpost/sdk-core';

/** The letters of user codes (RFC 8628, section 6.1), each possible in every place. */
const letter = [...'BCDFGHJKLMNPQRSTVWXZ'].join('|');
const half = letter.repeat(4);

/** Masks a user code, `WDJB-MJHT`: in upper case, without what no code contains, its dash added. */
export const userCodeMask: Mask = createMask(`${half}-${half}`);
