/** A recording starts so much before its event, ms: what led to it is part of it. */
export const leadIn = 2000;
