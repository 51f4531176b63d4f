import type { Endpoint } from '@watchpost/contract/kernel';
import { toWatchpostError, WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient, HttpRequestOptions } from '../../kernel/http.ts';

/**
 * Sends a request whose answer goes on, and reads its JSON values, one per line, as they arrive. Leaving the loop ends the request.
 * @throws {WatchpostError} as every request, and `network` when the connection breaks
 */
export async function* requestLines<T>(http: HttpClient, target: Endpoint, options: HttpRequestOptions): AsyncGenerator<T, void> {
  const { signal } = options;
  const response = await http.request<Response>(target, { ...options, read: async (answer) => answer });
  if (!response.body) throw new WatchpostError('network');
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  // Not every `fetch` ends the body of an aborted request.
  const leave = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', leave, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield parse<T>(line);
    }
  } catch (error) {
    throw toWatchpostError(error, signal);
  } finally {
    signal?.removeEventListener('abort', leave);
    leave();
  }
}

function parse<T>(line: string): T {
  const value: T = JSON.parse(line);
  return value;
}
