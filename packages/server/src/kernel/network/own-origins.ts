import type { IncomingMessage } from 'node:http';

/**
 * Returns the origins under which this server's own pages are reached.
 * @param publicOrigin as configured by the operator
 */
export function ownOrigins({ headers: { host } }: IncomingMessage, publicOrigin: string | null): string[] {
  return [publicOrigin, host === undefined ? null : `http://${host}`, host === undefined ? null : `https://${host}`].filter(
    (origin) => origin !== null,
  );
}
