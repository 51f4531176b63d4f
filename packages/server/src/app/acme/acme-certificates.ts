import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { createSecureContext } from 'node:tls';
import type { CertificateAuthority, ObtainedCertificate } from '../../adapters/acme/port.ts';
import type { Logger } from '../../kernel/log.ts';
import type { AcmeSettings } from '../../kernel/network/acme-settings.ts';
import type { Certificate } from '../../media/rtsp-server/rtsp-certificate.ts';
import { describeCertificate, type AcmeState, type AcmeStore } from './acme-store.ts';

interface AcmeCertificatesDeps {
  readonly settings: AcmeSettings;
  readonly store: AcmeStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** 0 to 1. */
  readonly random: () => number;
  /** Called only when a certificate is due, every two months with those of Let's Encrypt. */
  readonly loadAuthority: () => Promise<CertificateAuthority>;
  readonly onCertificate: (certificate: Certificate) => void;
}

interface AcmeCertificates {
  /** Reads what is stored. @returns the certificate to begin with; null before the first one */
  load(): Promise<Certificate | null>;
  /** Obtains a certificate when one is due, now and later; the HTTP port must be open. */
  start(): void;
  /** What to answer an authority that asks for a path (HTTP-01); null for any other path. */
  answer(path: string): string | null;
  /** Why there is no new certificate although one is due; null when all is well. */
  warning(): string | null;
  stop(): Promise<void>;
}

const challengePrefix = '/.well-known/acme-challenge/';
const minute = 60_000;
const checkIntervalMs = 5 * minute;
/** A certificate is renewed when this share of its lifetime is over. */
const renewedAfter = 2 / 3;
/** Let's Encrypt allows five failed attempts an hour for each name. */
const retries = { minMs: 30 * minute, maxMs: 12 * 60 * minute, floorMs: 15 * minute };
/** Bounds what an authority is asked for that leaves a name out, or whose certificates last for minutes. */
const minIntervalMs = 60 * minute;
/** A restart may be the operator's answer to a failure; a server that crashes again and again must not ask each time. */
const restartDelayMs = 5 * minute;

/** Keeps one certificate for all names of the settings, and renews it. */
export function createAcmeCertificates(deps: AcmeCertificatesDeps): AcmeCertificates {
  const { settings, store, clock, log, random, loadAuthority, onCertificate } = deps;
  const { domains, email, directoryUrl } = settings;
  const answers = new Map<string, string>();
  let current: ReturnType<typeof describeCertificate> | null = null;
  let state: AcmeState | null = null;
  let isAsking = false;
  let isStopped = false;
  let storing: Promise<unknown> = Promise.resolve();
  let stopChecks = (): void => undefined;

  const publish = (token: string, text: string): (() => void) => {
    answers.set(challengePrefix + token, text);
    return () => void answers.delete(challengePrefix + token);
  };
  const isDue = ({ issuer, nextAttempt }: AcmeState): boolean => {
    const now = clock.now();
    // One that is further away was written by a clock that was wrong.
    if (now < nextAttempt && nextAttempt <= now + retries.maxMs) return false;
    if (current === null || domains.some((name) => !current?.domains.includes(name))) return true;
    const { validFrom, validTo } = current;
    return (issuer !== null && issuer !== directoryUrl) || now >= validFrom + renewedAfter * (validTo - validFrom);
  };
  const ask = async (): Promise<ObtainedCertificate | { readonly problem: string }> => {
    try {
      const authority = await loadAuthority();
      const answer = await authority.obtain({ domains, email, directoryUrl, accountKey: await store.loadAccountKey(), publish });
      // Throws when they can't be used together.
      if (!('problem' in answer)) createSecureContext(answer);
      return answer;
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  };
  const keep = async (certificate: Certificate): Promise<void> => {
    const now = clock.now();
    current = describeCertificate(certificate);
    state = { issuer: directoryUrl, failures: 0, lastAttempt: now, nextAttempt: now + minIntervalMs, problem: null };
    // Used even if it can't be stored: a full disk must not keep viewers out.
    onCertificate(certificate);
    log.info({ domains, validTo: current.validTo }, 'A certificate was issued');
    await store.writeCertificate(certificate);
    await store.writeState(state);
  };
  const note = async (problem: string, { issuer, failures }: AcmeState): Promise<void> => {
    const now = clock.now();
    const delayMs = Math.round(backOffDelay(failures, random(), retries));
    state = { issuer, failures: failures + 1, lastAttempt: now, nextAttempt: now + delayMs, problem };
    log.warn(
      { domains, problem, failures: state.failures, retryInMinutes: Math.ceil(delayMs / minute) },
      current === null
        ? 'No certificate was issued, and HTTPS can’t answer without one'
        : 'No certificate was issued; the present one stays in use',
    );
    await store.writeState(state);
  };
  const attempt = async (before: AcmeState): Promise<void> => {
    const answer = await ask();
    // Another process may have the data folder by now.
    if (isStopped) return;
    storing = 'problem' in answer ? note(answer.problem, before) : keep(answer);
    await storing;
  };
  const check = (): void => {
    if (isAsking || state === null || !isDue(state)) return;
    isAsking = true;
    void attempt(state)
      .catch((error: unknown) => log.error({ err: error }, 'What the authority answered could not be stored'))
      .finally(() => {
        isAsking = false;
      });
  };

  return {
    load: async () => {
      const certificate = await store.readCertificate();
      const stored = await store.readState();
      current = certificate === null ? null : describeCertificate(certificate);
      state = { ...stored, nextAttempt: Math.min(stored.nextAttempt, stored.lastAttempt + restartDelayMs) };
      return certificate;
    },
    start: () => {
      check();
      stopChecks = callEvery(clock, checkIntervalMs, check);
    },
    answer: (path) => answers.get(path) ?? null,
    warning: () =>
      state === null || state.problem === null
        ? null
        : `The certificate for ${domains.join(', ')} was not ${current === null ? 'issued' : 'renewed'}: ${state.problem}`,
    stop: async () => {
      isStopped = true;
      stopChecks();
      await storing.catch(() => undefined);
    },
  };
}
