import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { downloadFirmware } from '@watchpost/contract/endpoints/firmware';
import { fillPath } from '@watchpost/contract/kernel';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { createTestDevice } from '../../testing/test-device.ts';
import { startTestServer } from '../../testing/test-server.ts';

test('a camera downloads the package of its model byte by byte, with its own token only', async () => {
  const server = await startTestServer();
  try {
    // Like a real package: compressed data must not be decompressed in transit.
    const content = gzipSync(randomBytes(300_000));
    const folder = join(server.config.dataDir, 'firmware');
    mkdirSync(folder, { recursive: true });
    for (const [name, model] of [
      ['mine', 'Camera agent'],
      ['other', 'Dome'],
    ] as const) {
      writeFileSync(
        join(folder, `${name}.json`),
        JSON.stringify({
          model,
          version: name === 'mine' ? '2.0.0' : '3.0.0',
          size: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
          signature: 'A'.repeat(86),
        }),
      );
      writeFileSync(join(folder, `${name}.tar.gz`), content);
    }
    const { headers } = await server.signIn('owner@example.com');
    const { registrationToken } = registrationTokenAnswer.parse(
      await (await server.call(createRegistrationToken, { headers, body: {} })).json(),
    );
    const registered = await server.call(registerCamera, {
      body: { registrationToken, source: createTestDevice().source(registrationToken, { model: 'Camera agent' }) },
    });
    const { agentToken } = z.object({ agentToken: z.string() }).parse(await registered.json());
    const download = (version: string, token: string): Promise<Response> =>
      fetch(server.url + fillPath(downloadFirmware.path, { version }), { headers: { authorization: `Bearer ${token}` } });

    const answer = await download('2.0.0', agentToken);
    const got = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control'), got.equals(content)]).toEqual([
      200,
      'application/gzip',
      'private, no-store',
      true,
    ]);
    for (const version of ['3.0.0', '1.0.0', 'latest']) expect((await download(version, agentToken)).status).toBe(404);
    for (const token of ['x'.repeat(43), headers.authorization.replace('Bearer ', ''), ''])
      expect((await download('2.0.0', token)).status).toBe(401);
  } finally {
    await server.close();
  }
});
