import type { ApiKeyScope } from '@watchpost/contract/schemas/api-keys';
import { AppError } from '../app-error.ts';

/** A valid key of a partner's server, as it is at this moment. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Its creator, whose rights it never exceeds. */
  readonly customerId: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Null for all cameras of its creator. */
  readonly cameraIds: readonly string[] | null;
  /** The pages that its embed tokens can be for; empty for any. */
  readonly origins: readonly string[];
}

/** Where a request comes from. */
export interface RequestSource {
  /** The Origin header; null for a program. */
  readonly origin: string | null;
  /** The origins of this server, if a browser reports that one of its own pages reads something: then it sends no Origin header. */
  readonly ownPage?: readonly string[] | undefined;
  /** The client's address, behind the proxies that the operator trusts. */
  readonly address: string;
}

/** Looks up keys; implemented by the feature `api-keys`. */
export interface ApiKeys {
  /**
   * Authorizes a request and notes that the key was used.
   * @throws {AppError} origin-forbidden for a request from a browser, unauthorized, key-address-forbidden or too-many-requests
   */
  authorize(secret: string, from: RequestSource): Promise<ApiKey>;
  /**
   * Reads a key for media in progress: without counting it as a request.
   * @param secret of the key
   * @throws {AppError} as `authorize`, without too-many-requests
   */
  check(secret: string, from: RequestSource): Promise<ApiKey>;
  /** Returns a key that is active now; null after its end, its revocation, or the deletion of its creator's account. */
  find(id: string): Promise<ApiKey | null>;
}

/** Whether a bearer token is the secret of a key: of any form, so that a broken one is not taken for something else. */
export function isApiKeySecret(token: string): boolean {
  return token.startsWith('wp_');
}

export function isCameraOfKey({ cameraIds }: ApiKey, cameraId: string): boolean {
  return cameraIds === null || cameraIds.includes(cameraId);
}

/** @throws {AppError} scope-missing */
export function requireScope({ scopes }: ApiKey, scope: ApiKeyScope): void {
  if (!scopes.includes(scope)) throw new AppError('scope-missing', { details: { scope } });
}
