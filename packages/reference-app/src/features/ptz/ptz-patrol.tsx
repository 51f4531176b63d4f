import type { Ptz, SetPtzPatrolBody } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { Checkbox, Select, Switch } from '../../shared/ui/choice.tsx';
import { named } from './ptz-presets.tsx';
import type { PtzChanges } from './ptz-queries.ts';
import { text } from './ptz-texts.ts';

/** Dwell times to choose from, seconds. */
const dwells = [10, 20, 30, 60, 120, 300] as const;

/** Chooses the patrol's presets and dwell time, and starts or stops it. Each change applies immediately. */
export function PtzPatrol({ ptz, setPatrol }: { readonly ptz: Ptz; readonly setPatrol: PtzChanges['setPatrol'] }): ReactNode {
  // Shows a pending change until the server's response arrives.
  const { presetIds, dwellSeconds, isRunning } = ptz.patrol;
  const presets = named(ptz.presets);
  const chosen = new Set(presetIds);
  const isBusy = setPatrol.isPending;
  const change = (next: Partial<SetPtzPatrolBody>): void => setPatrol.mutate({ ...ptz.patrol, ...next });
  const choose = (id: string, isChosen: boolean): void => {
    // Keeps the list's order, and drops presets that were removed at the camera.
    const ids = presets.map((preset) => preset.id).filter((known) => (known === id ? isChosen : chosen.has(known)));
    change({ presetIds: ids, isRunning: isRunning && ids.length > 1 });
  };
  const canRun = presets.filter(({ id }) => chosen.has(id)).length > 1;
  return (
    <section className="ptz-part" aria-labelledby="ptz-patrol">
      <h2 id="ptz-patrol">{text('patrol')}</h2>
      <p className="ptz-note">{text('patrolText')}</p>
      <Switch
        end
        label={text('patrolRuns')}
        {...(!canRun && { description: text('patrolNeeds') })}
        checked={isRunning}
        disabled={isBusy || !canRun}
        onChange={(next) => change({ isRunning: next })}
      />
      <fieldset className="ptz-places">
        <legend>{text('places')}</legend>
        {presets.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={chosen.has(id)} disabled={isBusy} onChange={(isChosen) => choose(id, isChosen)} />
        ))}
      </fieldset>
      <Select
        label={text('dwell')}
        value={String(dwellSeconds)}
        disabled={isBusy}
        onValue={(value) => change({ dwellSeconds: Number(value) })}
        options={[...new Set([...dwells, dwellSeconds])]
          .sort((a, b) => a - b)
          .map((seconds) => ({ value: String(seconds), label: duration(seconds) }))}
      />
    </section>
  );
}

function duration(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? text('minutes', { count: seconds / 60 }) : text('seconds', { count: seconds });
}
