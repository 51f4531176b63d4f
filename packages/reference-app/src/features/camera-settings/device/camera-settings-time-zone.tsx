import { errorText, timeZoneNames } from '@watchpost/sdk-core';
import type { TimeZoneName } from '@watchpost/sdk-core';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { Banner } from '../../../shared/ui/status.tsx';
import { headingOf, useChangeDevice } from './camera-settings-device-queries.ts';
import { deviceText } from './camera-settings-device-texts.ts';
import { matchesZone, zoneLabel } from './camera-settings-zone-names.ts';

export interface TimeZoneViewProps {
  readonly cameraId: string;
  /** Null for a zone that is not in the list. */
  readonly value: TimeZoneName | null;
  readonly onDone: () => void;
}

/** Lists the time zones; it closes once the camera has confirmed the chosen one. */
export function TimeZoneView({ cameraId, value, onDone }: TimeZoneViewProps): ReactNode {
  const change = useChangeDevice(cameraId);
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-pressed="true"]');
    if (chosen && 'scrollIntoView' in chosen) chosen.scrollIntoView({ block: 'center' });
  }, []);
  const zones = timeZoneNames.filter((zone) => matchesZone(zone, typed));
  const choose = (zone: TimeZoneName): void => {
    if (zone === value) onDone();
    else change.mutate({ timeZone: zone }, { onSuccess: onDone });
  };
  return (
    <>
      {change.error && !change.isPending ? (
        <Banner kind="danger" announce>
          <b>{deviceText(headingOf(change.error))}.</b> {errorText(change.error, currentLocale())}
        </Banner>
      ) : null}
      <Field
        label={deviceText('findZone')}
        hint={deviceText('zoneText')}
        value={typed}
        onValue={setTyped}
        autoComplete="off"
        type="search"
      />
      <ul className="device-zones" ref={list}>
        {zones.map((zone) => (
          <li key={zone}>
            <button
              type="button"
              className="device-zone"
              aria-pressed={zone === value}
              disabled={change.isPending}
              onClick={() => choose(zone)}
            >
              {zoneLabel(zone, currentLocale())}
              {zone === value ? <Check size={16} aria-hidden="true" /> : null}
            </button>
          </li>
        ))}
      </ul>
      {zones.length === 0 ? (
        <p className="dim" role="status">
          {deviceText('noZone')}
        </p>
      ) : null}
      <p className="device-status" role="status">
        {change.isPending ? deviceText('changing') : ''}
      </p>
    </>
  );
}
