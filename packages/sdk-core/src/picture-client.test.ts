import { getCamera, getPreview } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { expect, test } from 'vitest';
import { createPictureClient } from './picture-client.ts';
import { buildCamera, createFakeClock, createFakeServer } from './testing/index.ts';

test('a camera and its newest picture, with a token that is renewed', async () => {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  const asked: (string | null)[] = [];
  const client = createPictureClient({
    baseUrl: 'https://watchpost.test',
    clock,
    fetch: server.fetch,
    token: async (refused) => (asked.push(refused), `token${asked.length}`),
  });
  const previewUrl = `${fillPath(getPreview.path, { id: 'a' })}?t=5`;
  server.answerNext(getCamera, 'unauthorized', () => Response.json(buildCamera({ id: 'a', previewUrl })));
  server.answerNext(getPreview, () => new Response('jpeg'));
  const camera = await client.camera('a');
  expect(await (await client.picture(camera))?.text()).toBe('jpeg');
  expect(asked).toEqual([null, 'token1']);
  expect(server.requests.map(({ path, headers }) => [path.split('?')[1] ?? '', headers.get('Authorization')])).toEqual([
    ['', 'Bearer token1'],
    ['', 'Bearer token2'],
    ['t=5', 'Bearer token2'],
  ]);
  expect(await client.picture({ previewUrl: null })).toBeNull();
  client.dispose();
});
