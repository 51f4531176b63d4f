import { isIP } from 'node:net';
import { z } from 'zod';

/** First and last UDP port. */
export type PortRange = readonly [number, number];

const hostName = /^(?=.{1,253}$)(?!-)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*$/i;

/** Addresses or names, separated by commas. */
export const webrtcAddress = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((part) => part.trim()).filter((part) => part !== ''))
  .refine((names) => names.every((name) => isIP(name) > 0 || (hostName.test(name) && !/^[\d.]+$/.test(name))), 'must be the address or the name under which browsers reach this server, like 203.0.113.7 (several with commas)');

/** `50000-50100`. */
export const webrtcPorts = z
  .string()
  .transform((text): PortRange => {
    const [, first = '', last = ''] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
    return [Number(first), Number(last)];
  })
  .refine(([first, last]) => first >= 1024 && last <= 65_535 && first <= last, 'must be UDP ports like 50000-50100, from 1024 to 65535 (leave it out for any)')
  .optional();
