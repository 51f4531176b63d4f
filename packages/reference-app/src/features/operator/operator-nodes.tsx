import { formatBytes, formatList, formatMoment, formatNumber, ownTimeZone } from '@watchpost/sdk-core';
import type { OperatorNode } from '@watchpost/sdk-core';
import { CircleAlert, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { text } from './operator-texts.ts';

/** The machines of this server. On phones each is a card of the same facts. */
export function Nodes({ nodes, now }: { readonly nodes: readonly OperatorNode[]; readonly now: number }): ReactNode {
  return (
    <section>
      <div className="operator-head">
        <h2 className="grow" id="operator-nodes">
          {text('nodes')}
        </h2>
      </div>
      <table className="operator-table" aria-labelledby="operator-nodes">
        <thead>
          <tr>
            {(['node', 'cameras', 'processor', 'recorded', 'disk', 'version'] as const).map((column) => (
              <th key={column} scope="col">
                {text(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <NodeRow key={node.id} node={node} now={now} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function NodeRow({ node, now }: { readonly node: OperatorNode; readonly now: number }): ReactNode {
  const locale = currentLocale();
  const { name, roles, version, state, lastSeenAt, cameras, processor, recordedBytesPerSecond, disk } = node;
  const since = formatMoment(lastSeenAt, now, { locale, timeZone: ownTimeZone(), zone: false });
  const isSilent = state === 'silent';
  const named = formatList(
    roles.map((role) => text(`roles.${role}`)),
    { locale },
  );
  return (
    <tr className={isSilent ? 'silent' : undefined}>
      <th scope="row">
        <span className="operator-node">
          {isSilent ? <CircleAlert size={20} className="bad" aria-hidden="true" /> : <Server size={20} aria-hidden="true" />}
          <span>
            <b>{name}</b>
            <small>{state === 'running' ? named : text(`nodeState.${state}`, { since })}</small>
          </span>
        </span>
      </th>
      <td data-label={text('cameras')}>{formatNumber(cameras, { locale })}</td>
      <td data-label={text('processor')}>
        <Share value={processor} />
      </td>
      <td data-label={text('recorded')}>
        {recordedBytesPerSecond === null ? text('unknown') : text('perSecond', { size: formatBytes(recordedBytesPerSecond, { locale }) })}
      </td>
      <td data-label={text('disk')}>
        <Share value={disk} />
      </td>
      <td data-label={text('version')} className="dim">
        {version}
      </td>
    </tr>
  );
}

function Share({ value }: { readonly value: number | null }): ReactNode {
  if (value === null) return <span className="dim">{text('unknown')}</span>;
  const percent = Math.round(value * 100);
  return (
    <span className="operator-share n">
      {text('percent', { value: percent })}
      <span className="operator-meter" aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
