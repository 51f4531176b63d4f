import { connect } from 'node:net';

const timeoutMs = 500;

/**
 * Returns whether nothing listens where a node was reached: its machine runs, and says that the process is gone. Anything else, no answer
 * among them, proves nothing.
 */
export function refusesConnections(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) });
    const settle = (isRefused: boolean): void => {
      socket.destroy();
      resolve(isRefused);
    };
    socket.setTimeout(timeoutMs, () => settle(false));
    socket.once('connect', () => settle(false));
    socket.once('error', (error) => settle('code' in error && error.code === 'ECONNREFUSED'));
  });
}
