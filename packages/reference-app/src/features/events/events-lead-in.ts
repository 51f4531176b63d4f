/** Playback starts this long before its event, ms, to show what led to it. */
export const leadInMs = 2000;
