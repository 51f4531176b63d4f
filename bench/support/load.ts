import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** Many clients of one server, each with its own keep-alive connection. */
export interface Load {
  /**
   * Posts JSON.
   * @returns the answer's body and how long it took, ms
   * @throws for any status but 200
   */
  post<T>(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<{ readonly answer: T; readonly took: number }>;
  close(): void;
}

/** @param clients maximum number of connections */
export function createLoad(url: string, clients: number): Load {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  return {
    post: (path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const text = JSON.stringify(body);
        const startedAt = performance.now();
        const outgoing = request(
          {
            hostname,
            port,
            path,
            agent,
            method: 'POST',
            headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
          },
          (response) => {
            let received = '';
            response.setEncoding('utf8');
            response.on('data', (chunk: string) => (received += chunk));
            response.on('end', () => {
              const took = performance.now() - startedAt;
              if (response.statusCode !== 200) reject(new Error(`POST ${path} → ${response.statusCode} ${received.slice(0, 300)}`));
              else resolve({ answer: JSON.parse(received), took });
            });
          },
        );
        outgoing.on('error', reject);
        outgoing.end(text);
      }),
    close: () => agent.destroy(),
  };
}

/** Results of concurrent clients. */
export interface Measured {
  /** Duration of each request, ms. */
  readonly times: readonly number[];
  /** Requests a second over all clients. */
  readonly throughput: number;
}

/** Runs each client's work `rounds` times in sequence; all clients run concurrently. @param work returns the durations of its requests, ms */
export async function atOnce(clients: number, rounds: number, work: (client: number, round: number) => Promise<number>): Promise<Measured> {
  const times: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let round = 0; round < rounds; round++) times.push(await work(client, round));
    }),
  );
  return { times, throughput: (times.length / (performance.now() - startedAt)) * 1000 };
}

/** The delay of the event loop since the metrics were last read, 99th percentile, in ms. */
export async function eventLoopP99(url: string): Promise<number> {
  return (await readMetric(url, /event_loop_delay_seconds\{quantile="0\.99"\} (\S+)/)) * 1000;
}

/** What the server's JavaScript takes, with what waits to be collected, in bytes. */
export function heapBytes(url: string): Promise<number> {
  return readMetric(url, /watchpost_memory_bytes\{kind="heap"\} (\S+)/);
}

async function readMetric(url: string, pattern: RegExp): Promise<number> {
  return Number(pattern.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
}
