import { isIP } from 'node:net';

/** First and last UDP port. */
export type PortRange = readonly [number, number];

const hostName = /^(?=.{1,253}$)(?!-)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*$/i;

/** Parses addresses or names, separated by commas. */
export function readNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function areHosts(names: readonly string[]): boolean {
  return names.every((name) => isIP(name) > 0 || (hostName.test(name) && !/^[\d.]+$/.test(name)));
}

/** Parses `50000-50100`; anything else becomes an invalid range. */
export function readPorts(text: string): PortRange {
  const [, first = '', last = ''] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  return [Number(first), Number(last)];
}

export function isPortRange([first, last]: PortRange): boolean {
  return first >= 1024 && last <= 65_535 && first <= last;
}
