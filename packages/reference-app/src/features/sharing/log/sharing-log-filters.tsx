import type { AccessLogCounts, Camera } from '@watchpost/sdk-core';
import { ChevronDown, CircleAlert, Download, Eye, History, KeyRound, Move } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '../../../shared/ui/button.tsx';
import { Chip } from '../../../shared/ui/choice.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import type { LogGroup } from './sharing-log-entry.ts';
import { countOf } from './sharing-log-queries.ts';
import { text } from './sharing-log-texts.ts';

/** What the log is filtered by. */
export interface LogChoice {
  readonly group: LogGroup;
  /** Empty for everyone. */
  readonly viewerId: string;
  /** Empty for all cameras. */
  readonly cameraId: string;
  readonly days: (typeof dayChoices)[number];
  /** When the days were chosen, Unix milliseconds: they are counted back from it. */
  readonly since: number;
}

const dayChoices = [1, 7, 30, 90] as const;
const groups: readonly { readonly group: LogGroup; readonly icon?: LucideIcon }[] = [
  { group: 'all' },
  { group: 'live', icon: Eye },
  { group: 'archive', icon: History },
  { group: 'downloads', icon: Download },
  { group: 'steering', icon: Move },
  { group: 'changes', icon: KeyRound },
  { group: 'refused', icon: CircleAlert },
];

export function noFilters(now: number): LogChoice {
  return { group: 'all', viewerId: '', cameraId: '', days: 7, since: now };
}

export function isFiltered({ group, viewerId, cameraId, days }: LogChoice): boolean {
  return group !== 'all' || viewerId !== '' || cameraId !== '' || days !== 90;
}

export interface LogFiltersProps {
  readonly choice: LogChoice;
  readonly onChoice: (choice: LogChoice) => void;
  /** Undefined while loading. */
  readonly counts: AccessLogCounts | undefined;
  readonly people: readonly { readonly customerId: string; readonly email: string }[];
  readonly cameras: readonly Pick<Camera, 'id' | 'title'>[];
}

/** Filters by what happened, with counts, then by person, camera and days. */
export function LogFilters({ choice, onChoice, counts, people, cameras }: LogFiltersProps): ReactNode {
  return (
    <div className="log-filters">
      <div className="log-chips" role="group" aria-label={text('filter')}>
        {groups.map(({ group, icon: Icon }) => (
          <Chip
            key={group}
            selected={choice.group === group}
            count={counts && countOf(counts, group)}
            icon={Icon && <Icon size={16} />}
            onPress={() => onChoice({ ...choice, group })}
          >
            {text(group)}
          </Chip>
        ))}
      </div>
      <div className="log-menus">
        <Filter
          label={text('personFilter')}
          value={choice.viewerId}
          onValue={(viewerId) => onChoice({ ...choice, viewerId })}
          options={[
            { value: '', label: text('everyone') },
            ...people.map(({ customerId, email }) => ({ value: customerId, label: email })),
          ]}
        />
        <Filter
          label={text('cameraFilter')}
          value={choice.cameraId}
          onValue={(cameraId) => onChoice({ ...choice, cameraId })}
          options={[{ value: '', label: text('allCameras') }, ...cameras.map(({ id, title }) => ({ value: id, label: title }))]}
        />
        <Filter
          label={text('daysFilter')}
          value={String(choice.days)}
          onValue={(value) => onChoice({ ...choice, days: dayChoices.find((days) => String(days) === value) ?? 7 })}
          options={dayChoices.map((days) => ({ value: String(days), label: text(`days.${days}`) }))}
        />
      </div>
    </div>
  );
}

function Filter({
  label,
  value,
  options,
  onValue,
}: {
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onValue: (value: string) => void;
}): ReactNode {
  const chosen = options.find((option) => option.value === value)?.label ?? options[0]?.label ?? '';
  return (
    <Menu
      label={`${label}: ${chosen}`}
      className={buttonClass({ size: 's' })}
      placement="bottom-end"
      button={
        <>
          <span className="cut">{chosen}</span>
          <ChevronDown size={16} />
        </>
      }
      entries={[{ kind: 'choice', label, chosen: value, options, onChoose: onValue }]}
    />
  );
}
