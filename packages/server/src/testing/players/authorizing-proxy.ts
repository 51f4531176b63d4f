import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy for players that can't send an `Authorization` header. */
export interface AuthorizingProxy {
  /** Its origin, `http://127.0.0.1:port`. */
  readonly url: string;
  close(): void;
}

/**
 * Starts the proxy.
 * @param target origin of the server
 */
export async function startAuthorizingProxy(target: string, accessToken: string): Promise<AuthorizingProxy> {
  const proxy = createServer((incoming, answer) => {
    const forwarded = request(
      target + incoming.url,
      { method: incoming.method, headers: { ...incoming.headers, authorization: `Bearer ${accessToken}` } },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    // A player disconnects when it has enough data.
    answer.on('close', () => forwarded.destroy());
    forwarded.on('error', () => answer.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
