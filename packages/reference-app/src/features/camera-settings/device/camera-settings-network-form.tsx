import { errorText } from '@watchpost/sdk-core';
import type { NetworkInterface, UpdateNetworkBody } from '@watchpost/sdk-core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from '../../../shared/forms/use-form.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { RadioGroup } from '../../../shared/ui/choice.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { ErrorText, Field } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { readNetwork } from './camera-settings-network-draft.ts';
import { useChangeNetwork } from './camera-settings-device-queries.ts';
import { deviceText } from './camera-settings-device-texts.ts';

const addressFields = ['ip', 'mask', 'gateway', 'primaryDns', 'secondaryDns'] as const;

interface NetworkFormProps {
  readonly cameraId: string;
  readonly one: NetworkInterface;
  readonly onDone: () => void;
}

/** Form for the camera's address. It asks for confirmation, because a wrong address makes the camera unreachable. */
export function NetworkForm({ cameraId, one, onDone }: NetworkFormProps): ReactNode {
  const isStatic = one.ipMode === 'static';
  const [mode, setMode] = useState<'dhcp' | 'static'>(isStatic ? 'static' : 'dhcp');
  const [asked, setAsked] = useState<UpdateNetworkBody | null>(null);
  const change = useChangeNetwork(cameraId);
  const form = useForm(
    {
      ip: one.ip ?? '',
      mask: one.mask ?? '255.255.255.0',
      gateway: one.gateway ?? '',
      primaryDns: one.primaryDns ?? '',
      secondaryDns: one.secondaryDns ?? '',
    },
    {},
  );
  const submit = (): void => {
    const read = mode === 'dhcp' ? ({ ipMode: 'dhcp' } as const) : readNetwork(form.values);
    if ('wrong' in read)
      form.showErrors(Object.fromEntries(Object.entries(read.wrong).map(([name, reason]) => [name, deviceText(reason)])));
    else setAsked({ name: one.name, ...read });
  };
  const inner = useRef<HTMLFormElement>(null);
  useEffect(() => inner.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);
  return (
    <>
      <form
        ref={inner}
        className="device-part"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // In React's tree the settings' form surrounds this one.
          event.stopPropagation();
          submit();
        }}
      >
        <RadioGroup
          label={deviceText('ipMode')}
          value={mode}
          onValue={setMode}
          options={[
            { value: 'dhcp', label: deviceText('dhcp') },
            { value: 'static', label: deviceText('static') },
          ]}
        />
        {mode === 'static'
          ? addressFields.map((name) => (
              <Field key={name} {...form.field(name)} label={deviceText(name)} inputMode="decimal" autoComplete="off" />
            ))
          : null}
        <div className="device-line">
          <Button look="quiet" onClick={onDone}>
            {deviceText('cancel')}
          </Button>
          <Button look="primary" type="submit">
            {deviceText('saveNetwork')}
          </Button>
        </div>
      </form>
      {asked ? (
        <NetworkDialog
          busy={change.isPending}
          error={change.error}
          onClose={() => {
            setAsked(null);
            change.reset();
          }}
          onSubmit={() =>
            change.mutate(asked, {
              onSuccess: () => {
                showToast('success', deviceText('networkChanged'), { id: 'camera-network' });
                onDone();
              },
            })
          }
        />
      ) : null}
    </>
  );
}

interface NetworkDialogProps {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before the camera may become unreachable. */
export function NetworkDialog({ busy, error, onSubmit, onClose }: NetworkDialogProps): ReactNode {
  return (
    <ConfirmDialog
      title={deviceText('networkAskTitle')}
      description={deviceText('networkAsk')}
      submitLabel={deviceText('changeNetwork')}
      cancelLabel={deviceText('cancel')}
      busy={busy}
      error={error ? <ErrorText>{errorText(error, currentLocale())}</ErrorText> : null}
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
