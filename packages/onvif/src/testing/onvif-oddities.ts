import type { OnvifDeviceOptions } from './onvif-device.ts';

/** What a camera in the field does, although it shouldn't; everything else works as with any other. */
export interface OnvifOddity {
  readonly name: string;
  /** Where users reported it, as `owner/repository #number`; null for its neighbours. */
  readonly source: string | null;
  readonly device: Partial<OnvifDeviceOptions>;
}

const undeclare = (xml: string): string => xml.replaceAll(/ xmlns:[\w-]+="[^"]*"/g, '');
const hoursMs = 3_600_000;

export const onvifOddities: readonly OnvifOddity[] = [
  { name: 'no namespace is declared', source: 'agsh/onvif #165', device: { written: undeclare } },
  {
    name: 'no namespace is declared or used',
    source: null,
    device: { written: (xml) => undeclare(xml).replaceAll(/(<\/?)[\w-]+:/g, '$1') },
  },
  { name: 'white space surrounds the answer', source: null, device: { written: (xml) => `\r\n  ${xml}\r\n\r\n` } },
  { name: 'NUL surrounds the answer', source: null, device: { written: (xml) => `\0${xml}\0\0\0` } },
  { name: 'ampersands are not escaped', source: null, device: { written: (xml) => xml.replaceAll('&#38;', '&') } },
  {
    name: 'encoders don’t say what they send',
    source: 'cdavis-code/easy_onvif_workspace #20',
    device: { written: (xml) => xml.replaceAll(/<tt:Encoding>[^<]*<\/tt:Encoding>/g, '') },
  },
  { name: 'a byte order mark precedes the answer', source: null, device: { written: (xml) => `\ufeff${xml}` } },
  {
    name: 'only the local time is reported',
    source: 'agsh/onvif #65',
    device: { timeElement: 'LocalDateTime', skew: -47 * 365 * 24 * hoursMs },
  },
  {
    name: 'only a local time is reported that its tokens don’t use',
    source: null,
    device: { timeElement: 'LocalDateTime', reportedAhead: 3 * hoursMs },
  },
  { name: 'local time east of Greenwich is called UTC', source: 'OpenIPC/majestic-webui #292', device: { reportedAhead: 10 * hoursMs } },
  { name: 'local time west of Greenwich is called UTC', source: null, device: { reportedAhead: -8 * hoursMs } },
  {
    name: 'local time is called UTC, and services are listed to anyone',
    source: null,
    device: { reportedAhead: 10 * hoursMs, open: ['GetSystemDateAndTime', 'GetServices'] },
  },
  { name: 'local time is called UTC, over HTTP digest', source: null, device: { reportedAhead: 10 * hoursMs, asks: 'http' } },
  { name: 'the action is required (400)', source: 'agsh/onvif #497', device: { action: { is: 'required', status: 400 } } },
  { name: 'the action is required (500)', source: null, device: { action: { is: 'required', status: 500 } } },
  { name: 'the action is refused (400)', source: null, device: { action: { is: 'refused', status: 400 } } },
  { name: 'the action is refused (415)', source: null, device: { action: { is: 'refused', status: 415 } } },
];
