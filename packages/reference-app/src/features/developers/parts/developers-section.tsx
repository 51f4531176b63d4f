import { errorText } from '@watchpost/sdk-core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { Skeleton } from '../../../shared/ui/status.tsx';
import { text } from '../developers-texts.ts';

/** A part of the page: its name, a line of what it is for, and its one action. */
export function Section({
  title,
  about,
  action,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="dev-section">
      <header className="dev-head">
        <h2 id={id}>{title}</h2>
        {about === undefined ? <span className="grow" /> : <p className="grow small dim">{about}</p>}
        {action}
      </header>
      {children}
    </section>
  );
}

interface Loadable<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): Promise<unknown>;
}

/** What a request returned, rows that wait for it, or why it failed. What was there before stays during an outage. */
export function Loaded<Data>({
  query,
  rows = 2,
  children,
}: {
  readonly query: Loadable<Data>;
  /** Rows to reserve. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <div className="dev-failed">
        <ErrorText>{`${text('failed')}. ${errorText(error, currentLocale())}`}</ErrorText>
        <Button size="s" busy={isFetching} onClick={() => void refetch()}>
          {text('retry')}
        </Button>
      </div>
    );
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {text('loading')}
      </span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="dev-waiting">
          <Skeleton width="24%" />
          <Skeleton width="38%" />
        </div>
      ))}
    </div>
  );
}
