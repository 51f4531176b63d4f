import { watchpost } from '../watchpost.js';

/** Here your own session decides who is asking, and which cameras they may see. */
export async function POST(request) {
  const client = watchpost();
  const cameraIds = (await client.cameras.list()).map(({ id }) => id);
  const { token } = await client.embeds.createToken({ cameraIds, origins: [process.env.ORIGIN ?? new URL(request.url).origin] });
  return Response.json({ token });
}
