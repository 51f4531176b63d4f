import type { ApiKey, ApiKeyOptions, ApiKeyScope } from '@watchpost/sdk-core';
import {
  cameraChoiceOf,
  expiryChoiceOf,
  problemsOf,
  readAddresses,
  readCameras,
  readChangedExpiry,
  readName,
  readOrigins,
} from '../parts/developers-fields.ts';
import type { CameraChoice, ExpiryChoice, Problem, Today } from '../parts/developers-fields.ts';

/** In the order in which they are shown. */
export const scopes: readonly ApiKeyScope[] = ['embed-tokens', 'live', 'sound', 'archive', 'events', 'ptz', 'talk', 'webhooks', 'presence'];

/** A key as it is being edited. */
export interface KeyDraft extends CameraChoice, ExpiryChoice {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  /** One a line. */
  readonly origins: string;
  readonly ipRanges: string;
}

type KeyErrors = Partial<Record<'name' | 'cameraIds' | 'origins' | 'ipRanges' | 'expiresAt', Problem>> & { readonly scopes?: true };

/** What most keys are for. */
export const newKeyDraft: KeyDraft = {
  name: '',
  scopes: ['embed-tokens', 'live'],
  hasAll: true,
  cameraIds: [],
  origins: '',
  ipRanges: '',
  expiry: 'never',
  lastDay: '',
};

export function keyDraftOf(apiKey: ApiKey, timeZone: string): KeyDraft {
  return {
    name: apiKey.name,
    scopes: apiKey.scopes,
    ...cameraChoiceOf(apiKey.cameraIds),
    origins: apiKey.origins.join('\n'),
    ipRanges: apiKey.ipRanges.join('\n'),
    ...expiryChoiceOf(apiKey.expiresAt, timeZone),
  };
}

export type ReadKey =
  | { readonly kind: 'options'; readonly options: ApiKeyOptions }
  | { readonly kind: 'invalid'; readonly errors: KeyErrors };

/** Reads the fields. @param before the key that is edited: an end whose field was not touched keeps its time */
export function readKey(draft: KeyDraft, today: Today, before: ApiKey | null): ReadKey {
  const fields = {
    name: readName(draft.name),
    cameraIds: readCameras(draft),
    origins: readOrigins(draft.origins),
    ipRanges: readAddresses(draft.ipRanges),
    expiresAt: readChangedExpiry(draft, today, before),
  };
  const { name, cameraIds, origins, ipRanges, expiresAt } = fields;
  const chosen = scopes.filter((scope) => draft.scopes.includes(scope));
  if ('value' in name && 'value' in cameraIds && 'value' in origins && 'value' in ipRanges && 'value' in expiresAt && chosen.length > 0)
    return {
      kind: 'options',
      options: {
        name: name.value,
        scopes: chosen,
        cameraIds: cameraIds.value,
        origins: origins.value,
        ipRanges: ipRanges.value,
        expiresAt: expiresAt.value,
      },
    };
  return { kind: 'invalid', errors: { ...problemsOf(fields), ...(chosen.length === 0 && { scopes: true }) } };
}
