import { errorText, formatBytes, formatNumber } from '@watchpost/sdk-core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { keys } from '../developers-queries.ts';
import { firstPictureOf, nothingMeasured, scriptBytesOf } from './developers-measure.ts';
import type { Measured } from './developers-measure.ts';
import { archiveHours } from './developers-snippet.ts';
import type { PasteOptions } from './developers-snippet.ts';
import { text } from './developers-paste-texts.ts';

/** A tab that closes leaves its token behind: not for long. */
const ttlSeconds = 300;

export interface PreviewProps {
  readonly options: PasteOptions;
  readonly title: string;
  /** Origin of the server and of this page. */
  readonly server: string;
  /** The ids of its tokens. */
  readonly onTokens: (ids: readonly string[]) => void;
}

/** The pasted code, running: the script of partners and an embed token of this session, for this page's own origin. */
export function Preview(props: PreviewProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const { cameraId, hasArchive, hasSound, hasPtz } = props.options;
  // Another token needs a player of its own, with measurements of its own.
  return (
    <Run
      key={[cameraId, hasArchive, hasSound, hasPtz, attempt].join()}
      {...props}
      attempt={attempt}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

function Run({ options, title, server, onTokens, attempt, onRetry }: PreviewProps & { attempt: number; onRetry: () => void }): ReactNode {
  const { embeds } = useClient();
  const cache = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState<Measured>(nothingMeasured);
  const [state, setState] = useState<'starting' | 'waiting' | Error>('starting');
  const { cameraId, hasArchive, hasSound, hasPtz } = options;

  useEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    const player = document.createElement('watchpost-camera');
    const tokenIds: string[] = [];

    const renew = async (): Promise<void> => {
      const created = await embeds.createToken({
        cameraIds: [cameraId],
        origins: [location.origin],
        ttlSeconds,
        archive: hasArchive ? { kind: 'last-hours', hours: archiveHours } : null,
        withAudio: hasSound,
        withPtz: hasPtz,
      });
      tokenIds.push(created.id);
      if (signal.aborted) return forget();
      player.setAttribute('token', created.token);
      onTokens([...tokenIds]);
    };
    /** The page that it was for is gone. */
    const forget = (): void => {
      for (const id of tokenIds.splice(0)) embeds.revokeToken(id).catch(() => {});
    };
    const weigh = (): void =>
      setMeasured((before) => ({ ...before, scriptBytes: scriptBytesOf(performance.getEntriesByType?.('resource') ?? [], server) }));

    function takeTheme(): void {
      const { theme } = document.documentElement.dataset;
      if (theme !== undefined) player.dataset['theme'] = theme;
    }

    player.addEventListener('watchpost-token-expiring', () => void renew().catch(() => {}), { signal });
    player.addEventListener('watchpost-ready', weigh, { signal });
    player.addEventListener(
      'watchpost-quality',
      (event) => {
        const after = firstPictureOf(event);
        if (after === null) return;
        setMeasured((before) => ({ ...before, firstPictureMs: before.firstPictureMs ?? after }));
        weigh();
      },
      { signal },
    );
    document.addEventListener(
      'securitypolicyviolation',
      () => setMeasured((before) => ({ ...before, violationCount: before.violationCount + 1 })),
      { signal },
    );

    // The user may have chosen another theme than the device's, which the element would follow.
    const themes = new MutationObserver(takeTheme);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    takeTheme();
    player.setAttribute('server', server);
    player.setAttribute('camera-id', cameraId);
    player.setAttribute('locale', currentLocale());
    player.setAttribute('controls', '');
    player.toggleAttribute('muted', !hasSound);
    player.toggleAttribute('timeline', hasArchive);
    void (async () => {
      try {
        await Promise.all([loadScript(server, attempt), renew()]);
        if (signal.aborted) return;
        place.current?.append(player);
        setState('waiting');
        void cache.invalidateQueries({ queryKey: keys.tokens });
      } catch (error) {
        forget();
        if (!signal.aborted) setState(error instanceof Error ? error : new Error(String(error)));
      }
    })();
    return () => {
      life.abort();
      themes.disconnect();
      player.remove();
      forget();
      onTokens([]);
    };
  }, [cameraId, hasArchive, hasSound, hasPtz, server, attempt, embeds, cache, onTokens]);

  return (
    <div className="dev-run">
      <div
        className={hasArchive ? 'dev-player dev-player-timeline' : 'dev-player'}
        ref={place}
        role="region"
        aria-label={text('preview', { camera: title })}
      />
      {state instanceof Error ? (
        <div className="dev-failed">
          <ErrorText>{`${text('previewFailed')}. ${reasonOf(state)}`}</ErrorText>
          <Button size="s" onClick={onRetry}>
            {text('retry')}
          </Button>
        </div>
      ) : (
        <Facts measured={measured} isStarting={state === 'starting'} />
      )}
    </div>
  );
}

class ScriptError extends Error {}

function reasonOf(error: Error): string {
  return error instanceof ScriptError ? text('scriptFailed') : errorText(error, currentLocale());
}

/** Loads the script as a partner's page does. @param attempt a browser remembers that a module failed: another address tries again */
async function loadScript(server: string, attempt: number): Promise<void> {
  const url = `${server}/embed/v1/watchpost.js${attempt === 0 ? '' : `?attempt=${attempt}`}`;
  try {
    await import(/* @vite-ignore */ url);
  } catch (cause) {
    throw new ScriptError('script', { cause });
  }
}

function Facts({
  measured: { scriptBytes, firstPictureMs, violationCount },
  isStarting,
}: {
  measured: Measured;
  isStarting: boolean;
}): ReactNode {
  const isRunning = firstPictureMs !== null;
  const facts = isRunning
    ? [
        ...(scriptBytes === null ? [] : [formatBytes(scriptBytes, { locale: currentLocale() })]),
        text('firstPicture', { time: timeText(firstPictureMs) }),
        text('violations', { count: violationCount }),
      ]
    : [];
  return (
    <p className="dev-facts-line n" role="status">
      <span className={isRunning ? 'dev-dot on' : 'dev-dot'} />
      <b>{text(isRunning ? 'running' : isStarting ? 'starting' : 'waiting')}</b>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

function timeText(milliseconds: number): string {
  const locale = currentLocale();
  return milliseconds < 1000
    ? text('milliseconds', { number: formatNumber(milliseconds, { locale, maximumFractionDigits: 0 }) })
    : text('seconds', { number: formatNumber(milliseconds / 1000, { locale, maximumFractionDigits: 1 }) });
}
