import { errorText, formatNumber, WatchpostError } from '@watchpost/sdk-core';
import type { OperatorOverview } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { text } from './operator-texts.ts';

const states = ['recording', 'liveOnly', 'connecting', 'paused', 'offline'] as const;

/** The cameras by state, told apart by fill, name and number. */
export function CameraStates({ cameras }: { readonly cameras: OperatorOverview['cameras'] }): ReactNode {
  const locale = currentLocale();
  return (
    <section>
      <div className="operator-head">
        <h2 className="grow">{text('cameras')}</h2>
        <Link className="small" to={to.Dashboard()}>
          {text('allCameras')}
        </Link>
      </div>
      {cameras.total === 0 ? null : (
        <div className="operator-states" aria-hidden="true">
          {states.map((state) => (cameras[state] > 0 ? <i key={state} className={state} style={{ flexGrow: cameras[state] }} /> : null))}
        </div>
      )}
      <dl className="operator-legend n">
        {states.map((state) => (
          <div key={state}>
            <dt>
              <span className="operator-states">
                <i className={state} />
              </span>
              {text(`state.${state}`)}
            </dt>
            <dd>{formatNumber(cameras[state], { locale })}</dd>
          </div>
        ))}
      </dl>
      {cameras.offlineReasons.length === 0 ? null : (
        <ul className="operator-reasons small dim" aria-label={text('offlineWhy')}>
          {cameras.offlineReasons.map(({ reason, count }) => (
            <li key={reason}>
              <b className="n">{formatNumber(count, { locale })}</b>{' '}
              {reason === null ? text('noReason') : errorText(new WatchpostError(reason), locale)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
