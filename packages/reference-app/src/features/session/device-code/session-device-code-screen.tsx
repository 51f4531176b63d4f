import { useMutation } from '@tanstack/react-query';
import { WatchpostError } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { DecideStep } from './session-device-code-decide.tsx';
import { EnterStep } from './session-device-code-enter.tsx';
import { DeviceCodeOutcome } from './session-device-code-outcome.tsx';
import { userCodeMask } from './session-device-code-mask.ts';
import './session-device-code.css';

export interface DeviceCodeScreenProps {
  /** From the address; null to enter it. */
  readonly code: string | null;
  /** The user has decided: the code no longer works. */
  readonly onDecided: () => void;
}

/** Approves or denies the sign-in of a program or a device, by the code that it shows (RFC 8628). */
export function DeviceCodeScreen({ code: given, onDecided }: DeviceCodeScreenProps): ReactNode {
  const { deviceAuthorizations } = useClient();
  const [code, setCode] = useState(() => userCodeMask.format(given ?? '').value);
  const find = useMutation({ mutationFn: (entered: string) => deviceAuthorizations.find(entered) });
  const decide = useMutation({
    mutationFn: (isApproved: boolean) => (isApproved ? deviceAuthorizations.approve(code) : deviceAuthorizations.deny(code)),
    onSuccess: onDecided,
    onError: (error) => {
      // It has expired meanwhile, or was decided elsewhere.
      if (isWrongCode(error)) find.reset();
    },
  });

  const { mutate: look } = find;
  useEffect(() => {
    if (given !== null && userCodeMask.isComplete(userCodeMask.format(given).value)) look(given);
  }, [given, look]);

  if (find.data && decide.isSuccess) return <DeviceCodeOutcome isApproved={decide.variables} deviceName={find.data.deviceName} />;
  if (find.data) {
    return (
      <DecideStep
        authorization={find.data}
        deciding={decide.isPending ? (decide.variables ? 'approve' : 'deny') : null}
        error={decide.error}
        onDecide={(isApproved) => decide.mutate(isApproved)}
        onOtherCode={() => {
          setCode('');
          decide.reset();
          find.reset();
        }}
      />
    );
  }
  return (
    <EnterStep
      code={code}
      isBusy={find.isPending}
      error={find.error ?? decide.error}
      onCode={(entered) => {
        setCode(entered);
        find.reset();
        decide.reset();
      }}
      onEnter={() => look(code)}
    />
  );
}

function isWrongCode(error: unknown): boolean {
  return error instanceof WatchpostError && error.code === 'invalid-code';
}
