import { z } from 'zod';

/** Returns the newest published version; it may be older than the one that runs. */
export type ReadNewestVersion = (signal: AbortSignal) => Promise<string>;

/** A registry answers with a few names; more than this is something else. */
const maxAnswerBytes = 64 * 1024;
const tagsSchema = z.object({ latest: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/) });

/** Asks a registry that speaks npm's protocol for the version that its tag `latest` names. The request says nothing about this server. */
export function createRegistryVersions(options: { readonly registry: string; readonly packageName: string }): ReadNewestVersion {
  const address = `${options.registry}/-/package/${encodeURIComponent(options.packageName)}/dist-tags`;
  return async (signal) => {
    const answer = await fetch(address, { headers: { accept: 'application/json', 'user-agent': 'watchpost' }, redirect: 'error', signal });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`The registry answered ${answer.status}`);
    }
    return tagsSchema.parse(JSON.parse(await readBounded(answer))).latest;
  };
}

async function readBounded(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxAnswerBytes) throw new Error('The registry’s answer is too long');
    text += decoder.decode(part, { stream: true });
  }
  return text;
}
