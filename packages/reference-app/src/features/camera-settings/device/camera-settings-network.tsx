import type { NetworkInterface } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { deviceText } from './camera-settings-device-texts.ts';
import { NetworkForm } from './camera-settings-network-form.tsx';

type Field = Exclude<keyof NetworkInterface, 'isActive'> | 'state';

/** In the specification's order. */
const fields = [
  'type',
  'name',
  'mac',
  'essid',
  'signal',
  'state',
  'ipMode',
  'ip',
  'mask',
  'prefixLength',
  'gateway',
  'primaryDns',
  'secondaryDns',
] as const satisfies readonly Field[];

interface NetworkViewProps {
  readonly cameraId: string;
  readonly interfaces: readonly NetworkInterface[];
  readonly canChange: boolean;
}

/** Shows the network settings that the camera reports; it omits unknown ones. */
export function NetworkView({ cameraId, interfaces, canChange }: NetworkViewProps): ReactNode {
  const [edited, setEdited] = useState<{ readonly name: string; readonly isOpen: boolean } | null>(null);
  return interfaces.map((one) => (
    <section key={one.name} className="device-part" aria-label={one.name}>
      {edited?.name === one.name && edited.isOpen ? (
        <NetworkForm cameraId={cameraId} one={one} onDone={() => setEdited({ name: one.name, isOpen: false })} />
      ) : (
        <>
          <NetworkList one={one} />
          {canChange && one.isActive && one.ipMode !== null ? (
            <div>
              {/* Focus returns here from the form. */}
              <Button autoFocus={edited?.name === one.name} onClick={() => setEdited({ name: one.name, isOpen: true })}>
                {deviceText('changeNetwork')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </section>
  ));
}

function NetworkList({ one }: { readonly one: NetworkInterface }): ReactNode {
  return (
    <dl className="device-network">
      {fields.map((field) => {
        const value = valueOf(one, field);
        return value === null ? null : (
          <div key={field}>
            <dt>{deviceText(field)}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function valueOf(one: NetworkInterface, field: Field): string | null {
  if (field === 'state') return deviceText(one.isActive ? 'active' : 'inactive');
  if (field === 'type') return one.type && deviceText(one.type);
  if (field === 'ipMode') return one.ipMode && deviceText(one.ipMode);
  if (field === 'signal') return one.signal === null ? null : deviceText('percent', { value: Math.round(one.signal * 100) });
  const value = one[field];
  return value === null || value === '' ? null : String(value);
}
