import { errorText, formatBytes, WatchpostError } from '@watchpost/sdk-core';
import type { Client } from '@watchpost/sdk-core';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSignalValue } from '../../shared/browser/signal.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Progress } from '../../shared/ui/status.tsx';
import { downloadsOf } from './archive-app-downloads.ts';
import { secondsLeft } from './archive-download-model.ts';
import type { Download, Downloads } from './archive-downloads.ts';
import { text } from './archive-texts.ts';
import './archive-downloads.css';

/** Clips on their way, in the corner of every screen: left and found again. */
export function DownloadsCard({ client }: { client: Client }): ReactNode {
  const downloads = downloadsOf(client);
  const list = useSignalValue(downloads.list);
  if (list.length === 0) return null;
  return (
    <section className="downloads" aria-label={text('downloads')}>
      {list.map((download) => <DownloadRow key={download.id} download={download} downloads={downloads} />)}
    </section>
  );
}

function DownloadRow({ download: { id, order, state }, downloads }: { download: Download; downloads: Downloads }): ReactNode {
  const remove = (): void => downloads.remove(id);
  const isRunning = state.kind === 'running';
  return (
    <div className="download">
      <div className="grow">
        {isRunning ? (
          <Progress label={order.name} value={state.total === null ? null : state.loaded / state.total} left={leftText(secondsLeft(state))}>
            {state.total === null ? text('preparing') : text('progress', { loaded: formatBytes(state.loaded, { locale: currentLocale() }), total: formatBytes(state.total, { locale: currentLocale() }) })}
          </Progress>
        ) : (
          <div role="status">
            <p className="strong cut">{order.name}</p>
            <p className="small dim row">
              {state.kind === 'failed' ? text('downloadFailed') : <><Check size={16} />{text(state.kind === 'done' ? 'done' : 'browserLoads')}</>}
            </p>
            {state.kind === 'failed' ? (
              <>
                <p className="small dim">{errorText(new WatchpostError(state.code), currentLocale())}</p>
                <Button size="s" onClick={() => downloads.retry(id)}>{text('again')}</Button>
              </>
            ) : null}
          </div>
        )}
      </div>
      <IconButton label={text(isRunning ? 'stop' : 'dismiss')} onClick={remove}><X size={20} /></IconButton>
    </div>
  );
}

function leftText(seconds: number | null): string | undefined {
  if (seconds === null) return undefined;
  return seconds < 90 ? text('secondsLeft', { count: Math.max(1, seconds) }) : text('minutesLeft', { count: Math.round(seconds / 60) });
}
