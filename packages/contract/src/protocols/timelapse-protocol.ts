/** Limits and defaults of a timelapse, shared by the page that sets it and the server that makes it. */

/** How long the film may be, s. */
export const minTimelapseSeconds = 30;
export const maxTimelapseSeconds = 120;

/** How a film can be announced. */
export const timelapseChannels = ['push', 'telegram', 'email'] as const;
export type TimelapseChannel = (typeof timelapseChannels)[number];

/** What the label of a timelapse's event says where there is no film. */
export const timelapseFailures = ['empty', 'failed'] as const;

/** Off, from 06:00 to 21:00, one minute, announced by push. */
export const defaultTimelapse = {
  isEnabled: false,
  hours: { kind: 'fixed', from: '06:00', to: '21:00' },
  lengthSeconds: 60,
  channels: ['push'],
} as const;
