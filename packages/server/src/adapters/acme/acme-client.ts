import { axios, Client, crypto } from 'acme-client';
import { makePrivateKey } from './private-key.ts';
import type { CertificateAuthority } from './port.ts';

/** For each request to the authority, ms. */
const requestTimeoutMs = 30_000;
/** The authority is asked for 45 s how far it is with a challenge, and as long for the certificate. */
const polling = { backoffAttempts: 8, backoffMin: 1000, backoffMax: 10_000 };
const maxProblemLength = 300;

/** Speaks ACME by acme-client. */
export function createAcmeAuthority(): CertificateAuthority {
  // The library repeats a failed request for over a minute, and where there was no answer, its own handler fails and hides the reason.
  // The server repeats the whole order, later and later.
  axios.interceptors.request.clear();
  axios.interceptors.response.clear();
  // Without it, an authority that takes the connection and never answers would be waited for without an end.
  axios.defaults.timeout = requestTimeoutMs;

  return {
    obtain: async ({ domains, email, directoryUrl, accountKey, publish }) => {
      const ends = new Map<string, () => void>();
      const key = makePrivateKey();
      try {
        const client = new Client({ directoryUrl, accountKey, ...polling });
        const [, csr] = await crypto.createCsr({ altNames: [...domains] }, key);
        const cert = await client.auto({
          csr,
          termsOfServiceAgreed: true,
          ...(email !== null && { email }),
          challengePriority: ['http-01'],
          // From inside, many routers don't pass on what goes to their own public address.
          skipChallengeVerification: true,
          challengeCreateFn: async ({ identifier }, challenge, text) => {
            if (challenge.type !== 'http-01') throw new Error(`the authority offers no HTTP-01 challenge for ${identifier.value}`);
            ends.set(challenge.token, publish(challenge.token, text));
          },
          challengeRemoveFn: async (_authorization, { token }) => ends.get(token)?.(),
        });
        return { cert, key };
      } catch (error) {
        return { problem: describeProblem(error) };
      } finally {
        for (const end of ends.values()) end();
      }
    },
  };
}

/** An error of the library has the whole request with it: only its text is passed on. */
function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const text = [error.message, code].find((part) => part.trim() !== '') ?? 'the authority gave no reason';
  return text.replaceAll(/\s{1,100}/g, ' ').slice(0, maxProblemLength);
}
