// Signs in with the code that comes on standard input, lists the cameras and counts what comes live from the first of them.
import { text } from 'node:stream/consumers';
import { createClient } from '@watchpost/sdk-core';

const client = createClient({ baseUrl: process.env.SERVER });
const email = process.env.EMAIL;
await client.session.requestCode(email);
await client.session.confirmCode({ email, code: await text(process.stdin) });
const cameras = await client.cameras.list();

const frames = [];
await new Promise((resolve, reject) => {
  client.player.live().subscribe(
    { cameraId: cameras[0].id },
    {
      onMedia: ({ kind, time }) => {
        if (kind === 'fragment' && frames.push(time) === 20) resolve();
      },
      onError: reject,
    },
  );
});
console.log(JSON.stringify({ runtime: runtimeOf(), cameras: cameras.length, span: frames.at(-1) - frames[0] }));
client.dispose();
process.exit(0);

function runtimeOf() {
  const { bun, deno, node } = process.versions;
  return bun ? `bun ${bun}` : deno ? `deno ${deno}` : `node ${node}`;
}
