import { useSignals } from '@preact/signals-react/runtime';
import { errorText, formatBytes, formatDuration, WatchpostError } from '@watchpost/sdk-core';
import type { Client } from '@watchpost/sdk-core';
import { Check, X } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Progress } from '../../shared/ui/status.tsx';
import { useToastTime } from '../../shared/ui/use-toast-time.ts';
import { downloadsOf } from './archive-app-downloads.ts';
import { isShorter, secondsLeft } from './archive-download-model.ts';
import type { Download, Downloads } from './archive-downloads.ts';
import { text } from './archive-texts.ts';
import './archive-downloads.css';

/** A finished download disappears after this time, unless the pointer or focus is on it, ms. */
const finishedMs = 8000;

/** Shows running downloads in the corner of every screen. */
export function DownloadsCard({ client }: { client: Client }): ReactNode {
  const downloads = downloadsOf(client);
  useSignals();
  const list = downloads.list.value;
  if (list.length === 0) return null;
  return (
    <section className="downloads" aria-label={text('downloads')}>
      {list.map((download) => (
        <DownloadRow key={download.id} download={download} downloads={downloads} />
      ))}
    </section>
  );
}

function DownloadRow({ download: { id, order, state }, downloads }: { download: Download; downloads: Downloads }): ReactNode {
  const remove = (): void => downloads.remove(id);
  const isRunning = state.kind === 'running';
  const isFinished = state.kind === 'done' || state.kind === 'handed-over';
  const row = useRef<HTMLDivElement>(null);
  return (
    <div className="download" ref={row}>
      {isFinished ? <CloseByItself row={row} onEnd={remove} /> : null}
      <div className="grow">
        {isRunning ? (
          <Progress label={order.name} value={state.total === null ? null : state.loaded / state.total} left={leftText(secondsLeft(state))}>
            {state.total === null
              ? text('preparing')
              : text('progress', {
                  loaded: formatBytes(state.loaded, { locale: currentLocale() }),
                  total: formatBytes(state.total, { locale: currentLocale() }),
                })}
          </Progress>
        ) : (
          <div role="status">
            <p className="strong cut">{order.name}</p>
            <p className="small dim row">
              {state.kind === 'failed' ? (
                text('downloadFailed')
              ) : (
                <>
                  <Check size={16} />
                  {text(state.kind === 'done' ? 'done' : 'browserLoads')}
                </>
              )}
            </p>
            {isFinished && isShorter(state.recordedMs, order.requestedMs) ? (
              <p className="small dim">
                {text('shorter', { recorded: formatDuration(state.recordedMs), requested: formatDuration(order.requestedMs) })}
              </p>
            ) : null}
            {state.kind === 'failed' ? (
              <>
                <p className="small dim">{errorText(new WatchpostError(state.code), currentLocale())}</p>
                <Button size="s" onClick={() => downloads.retry(id)}>
                  {text('again')}
                </Button>
              </>
            ) : null}
          </div>
        )}
      </div>
      <IconButton label={text(isRunning ? 'stop' : 'dismiss')} onClick={remove}>
        <X size={20} />
      </IconButton>
    </div>
  );
}

function CloseByItself({ row, onEnd }: { row: RefObject<HTMLElement | null>; onEnd: () => void }): null {
  useToastTime(row, finishedMs, onEnd);
  return null;
}

function leftText(seconds: number | null): string | undefined {
  if (seconds === null) return undefined;
  return seconds < 90 ? text('secondsLeft', { count: Math.max(1, seconds) }) : text('minutesLeft', { count: Math.round(seconds / 60) });
}
