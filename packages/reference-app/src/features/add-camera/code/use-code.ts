import { systemClock } from '@watchpost/sdk-core';
import type { RegistrationTokenAnswer } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import { useClient } from '../../../shared/client.tsx';

export type CodeState =
  | { readonly state: 'preparing' }
  | { readonly state: 'shown'; readonly registration: RegistrationTokenAnswer }
  | { readonly state: 'failed'; readonly error: unknown };

/** Remaining validity below which a token from an earlier serial number step is no longer shown, ms: users need time to scan it. */
const enough = 5 * 60_000;

/** A code is shown for at least this long, ms: if nothing in between lets the server's time through, codes are not renewed in a loop. */
const minShownMs = 60_000;

/**
 * Returns the registration that the code contains: created when the step opens, and again when it expires or on request.
 * @param serial the only camera that may use it, with the token returned for its number
 */
export function useCode(serial: { readonly number: string; readonly registration: RegistrationTokenAnswer } | null): {
  readonly code: CodeState;
  readonly renew: () => void;
} {
  const client = useClient();
  const [code, setCode] = useState<CodeState>(() =>
    serial && serial.registration.expiresAt - client.serverNow() > enough
      ? { state: 'shown', registration: serial.registration }
      : { state: 'preparing' },
  );
  const serialNumber = serial?.number;
  const isPreparing = code.state === 'preparing';
  useEffect(() => {
    if (!isPreparing) return;
    const controller = new AbortController();
    client.addCamera.createRegistration({ signal: controller.signal, ...(serialNumber !== undefined && { serialNumber }) }).then(
      (registration) => setCode({ state: 'shown', registration }),
      (error: unknown) => {
        if (!controller.signal.aborted) setCode({ state: 'failed', error });
      },
    );
    return () => controller.abort();
  }, [client, isPreparing, serialNumber]);
  const expiresAt = code.state === 'shown' ? code.registration.expiresAt : null;
  useEffect(() => {
    if (expiresAt === null) return;
    const waitMs = Math.max(minShownMs, expiresAt - client.serverNow());
    return systemClock.after(waitMs, () => setCode({ state: 'preparing' }));
  }, [client, expiresAt]);
  return { code, renew: () => setCode({ state: 'preparing' }) };
}
