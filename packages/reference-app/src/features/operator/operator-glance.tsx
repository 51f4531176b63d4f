import { formatList, formatMoment, formatNumber, ownTimeZone } from '@watchpost/sdk-core';
import type { OperatorOverview } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { text } from './operator-texts.ts';
import { isNewerVersion } from './operator-versions.ts';

interface GlanceProps extends Pick<OperatorOverview, 'people' | 'server' | 'nodes'> {
  readonly now: number;
}

/** The numbers that are only looked at: people, and what the server is. */
export function Glance({ people, server, nodes, now }: GlanceProps): ReactNode {
  const locale = currentLocale();
  return (
    <>
      <section>
        <div className="operator-head">
          <h2>{text('people')}</h2>
        </div>
        <dl className="operator-facts">
          {(['accounts', 'newThisWeek', 'watchingNow', 'devices'] as const).map((name) => (
            <Fact key={name} name={text(name)} value={formatNumber(people[name], { locale })} />
          ))}
        </dl>
      </section>
      <section>
        <div className="operator-head">
          <h2>{text('server')}</h2>
        </div>
        <dl className="operator-facts">
          <Fact name={text('version')} value={server.version} />
          <Fact name={text('running')} value={formatMoment(server.startedAt, now, { locale, timeZone: ownTimeZone(), zone: false })} />
          <Fact name={text('database')} value={text(`databases.${server.database}`)} />
          <Fact name={text('detection')} value={text('cores', { cores: formatNumber(server.detectionCores, { locale }) })} />
        </dl>
        <Versions server={server} nodes={nodes} />
      </section>
    </>
  );
}

/** A newer version, and nodes that run different ones. */
function Versions({ server, nodes }: Pick<GlanceProps, 'server' | 'nodes'>): ReactNode {
  const { version, newestVersion } = server;
  const running = [...new Set(nodes.filter(({ state }) => state !== 'silent').map((node) => node.version))];
  const isOutdated = newestVersion !== null && isNewerVersion(newestVersion, version);
  if (!isOutdated && running.length < 2) return null;
  return (
    <div className="operator-card">
      {isOutdated ? (
        <>
          <b>{text('isOut', { version: newestVersion })}</b>
          <p>{text(nodes.length > 1 ? 'updateNodes' : 'update')}</p>
        </>
      ) : null}
      {running.length > 1 ? (
        <p>
          {text('mixedVersions', {
            versions: formatList(
              running.toSorted((a, b) => (isNewerVersion(a, b) ? 1 : -1)),
              { locale: currentLocale() },
            ),
          })}
        </p>
      ) : null}
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="n">{value}</dd>
    </div>
  );
}
