import type { RegistrationTokenAnswer } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import { browserClock } from '../../../shared/browser/clock.ts';
import { useClient } from '../../../shared/client.tsx';

export type CodeState =
  | { readonly state: 'preparing' }
  | { readonly state: 'shown'; readonly registration: RegistrationTokenAnswer }
  | { readonly state: 'failed'; readonly error: unknown };

/** Below this the token of a serial number, which came steps ago, is not shown any more: time to read it has to be left. Milliseconds. */
const enough = 5 * 60_000;

/**
 * The registration that the code carries: made when the step opens, and anew whenever its time is over or somebody asks.
 * @param serial the camera that alone may use it, with the token that came when its number was taken
 */
export function useCode(serial: { readonly number: string; readonly registration: RegistrationTokenAnswer } | null): { readonly code: CodeState; readonly renew: () => void } {
  const client = useClient();
  const [code, setCode] = useState<CodeState>(() => (serial && serial.registration.expiresAt - browserClock.now() > enough ? { state: 'shown', registration: serial.registration } : { state: 'preparing' }));
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
    return browserClock.after(Math.max(0, expiresAt - browserClock.now()), () => setCode({ state: 'preparing' }));
  }, [expiresAt]);
  return { code, renew: () => setCode({ state: 'preparing' }) };
}
