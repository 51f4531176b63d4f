import { expect, test } from 'vitest';
import type { HttpClient, HttpRequestOptions } from '../../kernel/http.ts';
import { startSession } from './player-whep.ts';

function fakeHttp(location: string | null) {
  const calls: { readonly target: unknown; readonly options: HttpRequestOptions }[] = [];
  const http: HttpClient = {
    baseUrl: 'https://watchpost.test',
    async request<T>(target: unknown, options: HttpRequestOptions<T> = {}) {
      calls.push({ target, options });
      const answer = new Response('v=0 answer', { status: 201, headers: location === null ? {} : { Location: location } });
      return options.read ? options.read(answer) : Promise.reject(new Error('the answer was not read'));
    },
  };
  return { http, calls };
}

test('sends the offer as SDP, returns the answer, and ends the session at its URL', async () => {
  const { http, calls } = fakeHttp('/public/api/v3/cameras/c1/whep/0123456789abcdef');
  const session = await startSession(http, 'c1', 'v=0 offer', { quality: 'low' });
  expect(session.answer).toBe('v=0 answer');
  expect(calls[0]).toMatchObject({
    target: { method: 'POST', path: '/public/api/v3/cameras/{id}/whep' },
    options: { parameters: { id: 'c1' }, query: { quality: 'low' } },
  });
  const { body } = calls[0]?.options ?? {};
  if (!(body instanceof Blob)) throw new Error('The offer must go as it is.');
  expect([body.type, await body.text()]).toEqual(['application/sdp', 'v=0 offer']);
  session.end();
  expect(calls[1]).toMatchObject({
    target: { method: 'DELETE' },
    options: { parameters: { id: 'c1', sessionId: '0123456789abcdef' }, keepalive: true },
  });
});

test('without a session URL from the server, nothing is ended', async () => {
  const { http, calls } = fakeHttp(null);
  (await startSession(http, 'c1', 'offer')).end();
  expect(calls).toHaveLength(1);
});
