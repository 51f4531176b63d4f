import type { NetworkInterface } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { deviceText } from './camera-settings-device-texts.ts';

type Field = Exclude<keyof NetworkInterface, 'isActive'> | 'state';

/** In the order of the specification. */
const fields = ['type', 'name', 'mac', 'essid', 'signal', 'state', 'ipMode', 'ip', 'mask', 'prefixLength', 'gateway', 'primaryDns', 'secondaryDns'] as const satisfies readonly Field[];

/** How the camera is in its network, as it says; what it does not say is not shown. */
export function NetworkView({ interfaces }: { readonly interfaces: readonly NetworkInterface[] }): ReactNode {
  return interfaces.map((one) => (
    <section key={one.name} className="device-part" aria-label={one.name}>
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
    </section>
  ));
}

function valueOf(one: NetworkInterface, field: Field): string | null {
  if (field === 'state') return deviceText(one.isActive ? 'active' : 'inactive');
  if (field === 'type') return one.type && deviceText(one.type);
  if (field === 'ipMode') return one.ipMode && deviceText(one.ipMode);
  if (field === 'signal') return one.signal === null ? null : deviceText('percent', { value: Math.round(one.signal * 100) });
  const value = one[field];
  return value === null || value === '' ? null : String(value);
}
