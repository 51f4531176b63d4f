import { formatBytes, formatDate, formatList, formatMoment, formatNumber, ownTimeZone } from '@watchpost/sdk-core';
import type { OperatorNode, OperatorWarning } from '@watchpost/sdk-core';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { text } from './operator-texts.ts';

interface WarningsProps {
  readonly warnings: readonly OperatorWarning[];
  readonly nodes: readonly OperatorNode[];
  readonly now: number;
}
interface ProblemProps {
  readonly warning: OperatorWarning;
  readonly fate: CamerasFate;
  readonly now: number;
}
/** What becomes of the cameras of a node that is silent: others take them, nobody does, or there were none. */
type CamerasFate = 'taken' | 'lost' | 'none';

/** What needs a person, in order of urgency, each with what to do. */
export function Warnings({ warnings, nodes, now }: WarningsProps): ReactNode {
  if (warnings.length === 0) return null;
  const fateOf = (warning: OperatorWarning): CamerasFate =>
    warning.code === 'node-silent' ? fateAfter(warning.node, nodes, warnings) : 'none';
  return (
    <ul className="operator-problems" aria-label={text('problems')}>
      {warnings.map((warning) => (
        <Problem key={keyOf(warning)} warning={warning} fate={fateOf(warning)} now={now} />
      ))}
    </ul>
  );
}

function Problem({ warning, fate, now }: ProblemProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { title, more, advice } = sayWarning(warning, fate, now);
  const isBad = warning.code === 'role-missing' || warning.code === 'node-silent' || warning.code === 'storage-full';
  const Icon = isBad ? CircleAlert : TriangleAlert;
  return (
    <li>
      <Icon size={20} className={isBad ? 'bad' : 'soon'} aria-hidden="true" />
      <b id={`${id}-of`}>{title}</b>
      <p>{more}</p>
      <Button size="s" aria-expanded={isOpen} aria-controls={id} aria-describedby={`${id}-of`} onClick={() => setOpen(!isOpen)}>
        {text('whatToDo')}
      </Button>
      <p className="operator-advice" id={id} hidden={!isOpen}>
        {advice}
      </p>
    </li>
  );
}

/** Only nodes that take cameras in have any, and only another one of these takes them over. */
function fateAfter(name: string, nodes: readonly OperatorNode[], warnings: readonly OperatorWarning[]): CamerasFate {
  if (nodes.some((node) => node.name === name && !node.roles.includes('media'))) return 'none';
  return warnings.some((warning) => warning.code === 'role-missing' && warning.role === 'media') ? 'lost' : 'taken';
}

/** Two warnings of one code are about two roles, two nodes or two queues. */
function keyOf(warning: OperatorWarning): string {
  if (warning.code === 'role-missing') return `${warning.code} ${warning.role}`;
  if (warning.code === 'node-silent') return `${warning.code} ${warning.node}`;
  return warning.code === 'queue-stuck' ? `${warning.code} ${warning.queue}` : warning.code;
}

/** Returns the sentences of a warning: what, what it means, and what to do. */
function sayWarning(
  warning: OperatorWarning,
  fate: CamerasFate,
  now: number,
): { readonly title: string; readonly more: string; readonly advice: string } {
  const locale = currentLocale();
  const timeZone = ownTimeZone();
  const moment = (time: number): string => formatMoment(time, now, { locale, timeZone, zone: false });
  const size = (bytes: number): string => formatBytes(bytes, { locale });
  switch (warning.code) {
    case 'role-missing':
      return {
        title: text(`warning.role-missing.${warning.role}.title`),
        more: text(`warning.role-missing.${warning.role}.text`),
        advice: text(`warning.role-missing.${warning.role}.do`),
      };
    case 'node-silent':
      return {
        title: text('warning.node-silent.title', { node: warning.node, since: moment(warning.since) }),
        more: text(`warning.node-silent.text.${fate}`),
        advice: text('warning.node-silent.do'),
      };
    case 'storage-full-soon':
      return {
        title: text('warning.storage-full-soon.title', { count: Math.floor(warning.days) }),
        more: text('warning.storage-full-soon.text', { day: formatDate(warning.fullAt, { locale, timeZone }) }),
        advice: text('warning.storage-full-soon.do'),
      };
    case 'limit-below-paid-days':
      return {
        title: text('warning.limit-below-paid-days.title'),
        more: text('warning.limit-below-paid-days.text', { limit: size(warning.limitBytes), used: size(warning.footageBytes) }),
        advice: text('warning.limit-below-paid-days.do'),
      };
    case 'cameras-offline': {
      const titles = warning.cameras.map(({ title }) => title);
      const others = warning.count - titles.length;
      return {
        title: text('warning.cameras-offline.title', { count: warning.count }),
        more:
          others > 0
            ? text('warning.cameras-offline.more', { names: titles.join(', '), count: others })
            : text('warning.cameras-offline.text', { names: formatList(titles, { locale }) }),
        advice: text('warning.cameras-offline.do'),
      };
    }
    case 'queue-stuck':
      return {
        title: text('warning.queue-stuck.title', { queue: text(`queue.${warning.queue}`), since: moment(warning.since) }),
        more: text('warning.queue-stuck.text', { waiting: formatNumber(warning.waiting, { locale }) }),
        advice: text('warning.queue-stuck.do'),
      };
    case 'detection-over-budget':
      return {
        title: text('warning.detection-over-budget.title'),
        more: text('warning.detection-over-budget.text'),
        advice: text('warning.detection-over-budget.do', { cores: formatNumber(warning.cores, { locale }) }),
      };
    case 'storage-full':
    case 'no-mail-server':
      return {
        title: text(`warning.${warning.code}.title`),
        more: text(`warning.${warning.code}.text`),
        advice: text(`warning.${warning.code}.do`),
      };
  }
}
