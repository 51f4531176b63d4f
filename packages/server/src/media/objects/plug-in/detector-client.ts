import type { Clock } from '@watchpost/contract/timing/clock';
import type { DetectorSettings } from '../../../kernel/settings/detector-settings.ts';
import { readDetectorAnswer, readModels, type DetectorAnswer } from './detector-answer.ts';

/** Asks a detector that speaks the protocol of DeepStack and CodeProject.AI. */
export interface DetectorClient {
  /** Finds what a JPEG shows. @param model a custom one; that of the settings if absent */
  see(jpeg: Uint8Array, model?: string | null): Promise<DetectorAnswer>;
  /** Finds what a WAV of 16 kHz, 16 bits and one channel contains: our own addition to the protocol. */
  hear(wav: Uint8Array): Promise<DetectorAnswer>;
  /** Returns the names of its custom models; null if it doesn't list them. DeepStack doesn't. */
  models(): Promise<readonly string[] | null>;
  /** Ends what is being asked. */
  close(): void;
}

/** Predictions of a picture take some kilobytes. */
const maxAnswerBytes = 1024 * 1024;
/** Lower scores are noise, whatever the settings are. */
const minConfidence = '0.15';
/** The detector has closed a connection that was kept open, which shows only when the next request uses it. */
const lostConnection = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Requests go to the configured address only; no error has the key or the password of the address. */
export function createDetectorClient({ settings, clock }: { readonly settings: DetectorSettings; readonly clock: Clock }): DetectorClient {
  const { url, apiKey, timeoutMs } = settings;
  const { href, headers } = withoutCredentials(url);
  const running = new Set<AbortController>();

  /** @returns the body, up to the limit, or why there is none */
  const send = async (path: string, makeForm: () => FormData | null, signal: AbortSignal): Promise<Body> => {
    // It would send pictures to wherever it leads.
    const init = { method: 'POST', headers, redirect: 'error', signal } as const;
    const request = (): Promise<Response> => fetch(href + path, { ...init, body: makeForm() });
    const answer = await request().catch((error: unknown) => {
      if (!lostConnection.has(codeOf(error))) throw error;
      return request();
    });
    if (answer.ok) return readBody(answer);
    await answer.body?.cancel();
    if (answer.status === 401 || answer.status === 403) return { isOk: false, failure: 'unauthorized' };
    return { isOk: false, failure: answer.status === 404 ? 'not-found' : 'failing' };
  };

  const post = async (path: string, fields: (form: FormData) => void): Promise<Body> => {
    const controller = new AbortController();
    let isLate = false;
    const cancelTimeout = clock.after(timeoutMs, () => {
      isLate = true;
      controller.abort();
    });
    running.add(controller);
    const makeForm = (): FormData | null => {
      const form = new FormData();
      fields(form);
      if (apiKey !== null) form.append('api_key', apiKey);
      // A form without a field is one that few servers can read.
      return [...form.keys()].length > 0 ? form : null;
    };
    try {
      return await send(path, makeForm, controller.signal);
    } catch {
      return { isOk: false, failure: isLate ? 'timed-out' : 'unreachable' };
    } finally {
      cancelTimeout();
      running.delete(controller);
    }
  };

  const ask = async (path: string, field: string, file: Blob, name: string): Promise<DetectorAnswer> => {
    const body = await post(path, (form) => {
      form.append(field, file, name);
      form.append('min_confidence', minConfidence);
    });
    return body.isOk ? readDetectorAnswer(body.text) : body;
  };

  return {
    see: (jpeg, model = settings.model) =>
      ask(
        model === null ? '/v1/vision/detection' : `/v1/vision/custom/${encodeURIComponent(model)}`,
        'image',
        new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }),
        'picture.jpg',
      ),
    hear: (wav) => ask('/v1/sound/detection', 'sound', new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), 'sound.wav'),
    models: async () => {
      const body = await post('/v1/vision/custom/list', () => undefined);
      return body.isOk ? readModels(body.text) : null;
    },
    close: () => {
      for (const controller of running) controller.abort();
    },
  };
}

type Body = { readonly isOk: true; readonly text: string } | Extract<DetectorAnswer, { readonly isOk: false }>;

/** Reads an answer up to the limit. */
async function readBody(answer: Response): Promise<Body> {
  const reader = answer.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size <= maxAnswerBytes) continue;
    await reader?.cancel();
    return { isOk: false, failure: 'unreadable' };
  }
  return { isOk: true, text: Buffer.concat(parts).toString() };
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

/** `fetch` refuses addresses with a password: it goes into a header. */
function withoutCredentials(url: string): { readonly href: string; readonly headers: Record<string, string> } {
  const { username, password, origin, pathname } = new URL(url);
  const href = `${origin}${pathname}`.replace(/\/$/, '');
  if (username === '' && password === '') return { href, headers: {} };
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { href, headers: { authorization: `Basic ${credentials}` } };
}
