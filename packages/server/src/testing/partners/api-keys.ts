import { createApiKey } from '@watchpost/contract/endpoints/api-keys';
import { createdApiKeySchema, type ApiKeyScope, type CreateApiKeyBody, type CreatedApiKey } from '@watchpost/contract/schemas/api-keys';
import type { TestServer } from '../test-server.ts';

export const allScopes: ApiKeyScope[] = ['embed-tokens', 'live', 'sound', 'archive', 'events', 'ptz', 'talk', 'webhooks', 'presence'];

export const keyOptions: CreateApiKeyBody = {
  name: 'Website',
  scopes: allScopes,
  cameraIds: null,
  origins: [],
  ipRanges: [],
  expiresAt: null,
};

/** Creates a key through the real call. Returns it with the headers of its requests. */
export async function createKey(
  server: TestServer,
  headers: Record<string, string>,
  over: Partial<CreateApiKeyBody> = {},
): Promise<CreatedApiKey & { readonly id: string; readonly headers: Record<string, string> }> {
  const response = await server.call(createApiKey, { headers, body: { ...keyOptions, ...over } });
  const created = createdApiKeySchema.parse(await response.json());
  return { ...created, id: created.apiKey.id, headers: { authorization: `Bearer ${created.secret}` } };
}

/** Returns the status of an answer, with the code of a refusal. */
export async function outcomeOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const text = await response.text();
  if (response.ok) return String(response.status);
  const { error }: { error: { code: string } } = JSON.parse(text);
  return `${response.status} ${error.code}`;
}
