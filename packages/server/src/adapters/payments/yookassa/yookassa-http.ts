import type { YooKassaSettings } from '../../../kernel/settings/payment-settings.ts';
import { parseJson } from '../parse-json.ts';
import { PaymentProviderError } from '../port.ts';

export interface YooKassaHttp {
  /** @returns null when YooKassa does not have it @throws {PaymentProviderError} */
  get(path: string): Promise<unknown>;
  /** @param key the same for the same request, at most 64 characters @throws {PaymentProviderError} */
  post(path: string, body: object, key: string): Promise<unknown>;
}

/** Reading is quick, and notifications wait for it, ms. */
const maxReadMs = 5000;

/** Calls YooKassa's API; no error has a header or a body of the request. */
export function createYooKassaHttp({ apiUrl, shopId, secretKey }: YooKassaSettings, timeoutMs: number): YooKassaHttp {
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;

  const call = async (path: string, waitMs: number, init: RequestInit): Promise<{ readonly status: number; readonly text: string }> => {
    try {
      const answer = await fetch(apiUrl + path, {
        ...init,
        headers: { ...init.headers, authorization },
        // It would carry the key to wherever it leads.
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
      });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw isLate
        ? new PaymentProviderError('YooKassa did not answer in time.', 'timed-out')
        : new PaymentProviderError("YooKassa can't be reached.", 'unreachable');
    }
  };
  const read = ({ status, text }: { readonly status: number; readonly text: string }): unknown => {
    const answer = parseJson(text);
    if (status === 200 && answer !== null) return answer;
    throw toProviderError(status, answer);
  };

  return {
    get: async (path) => {
      const answer = await call(path, Math.min(timeoutMs, maxReadMs), { method: 'GET' });
      return answer.status === 404 ? null : read(answer);
    },
    post: async (path, body, key) => {
      const headers = { 'content-type': 'application/json', 'idempotence-key': key };
      return read(await call(path, timeoutMs, { method: 'POST', headers, body: JSON.stringify(body) }));
    },
  };
}

function toProviderError(status: number, answer: unknown): PaymentProviderError {
  const parameter = typeof answer === 'object' && answer !== null && 'parameter' in answer ? String(answer.parameter).slice(0, 64) : '';
  const detail = parameter === '' ? String(status) : `${status}, ${parameter}`;
  // The key has made another payment, or one with other details: it is found in the list of payments.
  if (/^idempoten/i.test(parameter)) return new PaymentProviderError('YooKassa has had this key with other details.', 'unavailable');
  if (status === 429) return new PaymentProviderError('YooKassa receives too many requests.', 'rate-limited');
  if (status === 401 || status === 403)
    return new PaymentProviderError(`YooKassa does not accept YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY (${detail}).`, 'unauthorized');
  if (status === 200) return new PaymentProviderError('YooKassa answers with something else than JSON.', 'unreadable');
  // 202 and 5xx: whether it was done is unknown, and the same key answers that.
  if (status < 400 || status >= 500) return new PaymentProviderError(`YooKassa could not do it (${detail}).`, 'unavailable');
  return new PaymentProviderError(`YooKassa refuses the request (${detail}).`, 'refused');
}
