import { errorText, formatTime, ownTimeZone } from '@watchpost/sdk-core';
import type { OperatorOverview } from '@watchpost/sdk-core';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { AuditLog } from './operator-audit.tsx';
import { CameraStates } from './operator-cameras.tsx';
import { Nodes } from './operator-nodes.tsx';
import { Glance } from './operator-glance.tsx';
import { useOperatorOverview } from './operator-queries.ts';
import { Settings } from './operator-settings.tsx';
import { Queues, Storage } from './operator-storage.tsx';
import { text } from './operator-texts.ts';
import { Warnings } from './operator-warnings.tsx';
import './operator.css';

/** What the server does, and what needs its operator (/operator). */
export function OperatorScreen(): ReactNode {
  useTranslation();
  const { data, error, isFetching, refetch } = useOperatorOverview();
  if (data) return <Overview overview={data} isOutdated={error !== null} />;
  if (!error) return <Waiting />;
  if ('code' in error && error.code === 'forbidden')
    return (
      <EmptyState level="h2" title={text('forbiddenTitle')} text={text('forbiddenText')}>
        <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
          {text('toCameras')}
        </Link>
      </EmptyState>
    );
  return (
    <EmptyState broken level="h2" title={text('failed')} text={errorText(error, currentLocale())}>
      <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
        {text('retry')}
      </Button>
    </EmptyState>
  );
}

function Overview({ overview, isOutdated }: { readonly overview: OperatorOverview; readonly isOutdated: boolean }): ReactNode {
  const { warnings, cameras, nodes, storage, queues, people, server, checkedAt } = overview;
  const time = formatTime(checkedAt, { locale: currentLocale(), timeZone: ownTimeZone(), seconds: true });
  return (
    <div className="operator">
      <div className="operator-page">
        <section>
          <p className="operator-say" role="status">
            <b>{text('needs', { count: warnings.length })}</b>{' '}
            <RichText
              message={text('recordingOf', { count: cameras.total, recording: cameras.recording })}
              parts={{ b: (part) => <b>{part}</b> }}
            />
          </p>
          {server.isEveryoneOperator ? <p className="small dim">{text('everyone')}</p> : null}
          <Warnings warnings={warnings} nodes={nodes} now={checkedAt} />
          <p className="operator-checked small dim">
            <CircleCheck size={16} aria-hidden="true" />
            {isOutdated ? text('failed') : text('checked', { time })}
          </p>
        </section>
        <CameraStates cameras={cameras} />
        <Nodes nodes={nodes} now={checkedAt} />
        <div className="operator-two">
          <Storage storage={storage} now={checkedAt} />
          <Queues queues={queues} />
        </div>
        <Settings />
      </div>
      <aside className="operator-rail" aria-label={text('glance')}>
        <Glance people={people} server={server} nodes={nodes} now={checkedAt} />
        <AuditLog now={checkedAt} />
      </aside>
    </div>
  );
}

/** The page's outline. */
function Waiting(): ReactNode {
  return (
    <div className="operator" aria-busy="true">
      <span className="visually-hidden" role="status">
        {text('loading')}
      </span>
      <div className="operator-page">
        <Skeleton width="60%" />
        {[0, 1, 2].map((section) => (
          <div key={section} className="operator-waiting">
            <Skeleton width="160px" />
            <Skeleton width="100%" />
            <Skeleton width="80%" />
          </div>
        ))}
      </div>
      <div className="operator-rail">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="operator-waiting">
            <Skeleton width="70%" />
          </div>
        ))}
      </div>
    </div>
  );
}
