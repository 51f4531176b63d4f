import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText, formatBytes } from '@watchpost/sdk-core';
import type { Firmware } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Progress, Spinner } from '../../shared/ui/status.tsx';
import { reasonOf } from './firmware-reasons.ts';
import { text } from './firmware-texts.ts';
import { viewOf } from './firmware-view.ts';
import type { FirmwareView } from './firmware-view.ts';
import './firmware.css';

export interface FirmwarePartProps {
  readonly cameraId: string;
  /** The address requests a check (specification 2, section 2). */
  readonly isAsked: boolean;
}

/** Polling interval during an update, ms. */
const pollIntervalMs = 1000;

/** The firmware part of About: checks for an update, installs it, and shows progress. */
export function FirmwarePart({ cameraId, isAsked: isAskedFirst }: FirmwarePartProps): ReactNode {
  useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const [isAsked, setAsked] = useState(isAskedFirst);
  const key = ['firmware', cameraId] as const;
  const firmware = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.firmware.latest(cameraId, { signal }),
    retry: false,
    // A restarting camera may interrupt the server's response, so polling continues.
    refetchInterval: ({ state }) => (state.data?.update.kind === 'running' ? pollIntervalMs : false),
  });
  const done = firmware.data?.update.kind === 'done' ? firmware.data.update.version : null;
  // The list above shows the version.
  useEffect(() => {
    if (done !== null) void cache.invalidateQueries({ queryKey: ['camera-about', cameraId] });
  }, [cache, cameraId, done]);
  const update = useMutation({
    mutationFn: () => client.firmware.update(cameraId),
    onSuccess: (begun: Firmware) => {
      setAsked(false);
      cache.setQueryData(key, begun);
    },
  });
  const check = (): void => {
    setAsked(true);
    update.reset();
    void firmware.refetch();
  };
  const view = viewOf(firmware.data, isAsked, firmware.isFetching);
  const failure = update.error ?? (firmware.data && !isAsked ? null : firmware.error);
  if (view.kind === 'none' && !failure) return null;
  return (
    <section className="firmware" aria-labelledby="firmware">
      <h2 id="firmware">{text('title')}</h2>
      {view.kind === 'checking' ? (
        <Spinner label={text('checking')} />
      ) : (
        <div role="status">
          {failure ? (
            <Failed title={text(update.error ? 'updateFailed' : 'checkFailed')} reason={errorText(failure, currentLocale())} />
          ) : (
            <State view={view} />
          )}
        </div>
      )}
      {view.kind === 'updating' || view.kind === 'checking' || view.kind === 'elsewhere' ? null : view.kind === 'available' ? (
        <Button look="primary" busy={update.isPending} onClick={() => update.mutate()}>
          {text('update')}
        </Button>
      ) : (
        <Button onClick={check}>
          {text(failure || view.kind === 'check-failed' || view.kind === 'update-failed' ? 'retry' : 'check')}
        </Button>
      )}
    </section>
  );
}

function State({ view }: { readonly view: FirmwareView }): ReactNode {
  switch (view.kind) {
    case 'check-failed':
      return <Failed title={text('checkFailed')} reason={reasonOf(view.code)} />;
    case 'elsewhere':
      return <p>{text('elsewhere')}</p>;
    case 'up-to-date':
      return <p>{text('upToDate')}</p>;
    case 'available':
      return (
        <>
          <p className="firmware-title">{text('available', { version: view.version })}</p>
          <p>{text('size', { size: formatBytes(view.size, { locale: currentLocale() }) })}</p>
        </>
      );
    case 'updating':
      return (
        <>
          <p className="firmware-title">{view.version === null ? text('updating') : text('updatingTo', { version: view.version })}</p>
          <Progress label={`${text('step', { number: view.number })} · ${text(view.step)}`} value={view.fraction}>
            {text('powerOff')}
          </Progress>
        </>
      );
    case 'update-failed':
      return <Failed title={text('updateFailed')} reason={reasonOf(view.code)} />;
    case 'done':
      return <p>{text('done', { version: view.version })}</p>;
    case 'checking':
    case 'idle':
    case 'none':
      return null;
  }
}

function Failed({ title, reason }: { readonly title: string; readonly reason: string }): ReactNode {
  return (
    <>
      <p className="firmware-title firmware-bad">{title}</p>
      <p>{reason}</p>
    </>
  );
}
