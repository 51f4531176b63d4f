import type { EventArea, MotionDetection } from '@watchpost/sdk-core';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, iconButtonClass } from '../../shared/ui/button.tsx';
import { Slider, Switch } from '../../shared/ui/choice.tsx';
import { maxAreas, placed, shareOf } from './camera-settings-area-model.ts';
import { percent } from './camera-settings-areas.tsx';
import { tooLargeArea } from './camera-settings-draft.ts';
import { text } from './camera-settings-texts.ts';

export interface MotionSectionProps {
  readonly motion: MotionDetection;
  readonly sensitivity: number;
  readonly areas: readonly EventArea[];
  readonly selected: number | null;
  readonly isSwitching: boolean;
  readonly onEnabled: (isEnabled: boolean) => void;
  readonly onSensitivity: (value: number) => void;
  readonly onAreas: (areas: readonly EventArea[]) => void;
  readonly onSelect: (index: number | null) => void;
}

/** Settings of motion detection: on or off, sensitivity, areas. */
export function MotionSection({
  motion,
  sensitivity,
  areas,
  selected,
  isSwitching,
  onEnabled,
  onSensitivity,
  onAreas,
  onSelect,
}: MotionSectionProps): ReactNode {
  const tooLarge = tooLargeArea(areas);
  const add = (): void => {
    onAreas([...areas, placed(areas.length)]);
    onSelect(areas.length);
  };
  const remove = (index: number): void => {
    onAreas(areas.filter((_, at) => at !== index));
    onSelect(null);
  };
  return (
    <section className="settings-part" aria-labelledby="settings-motion">
      <h2 id="settings-motion">{text('motion')}</h2>
      <Switch
        end
        label={text('detect')}
        description={text('detectText')}
        checked={motion.isEnabled}
        disabled={isSwitching}
        onChange={onEnabled}
      />
      {motion.isEnabled ? (
        <>
          <div>
            <Slider label={text('sensitivity')} value={sensitivity} minimum={0} maximum={10} onValue={onSensitivity} />
            <p className="small dim">{text('sensitivityText')}</p>
          </div>
          <div className="settings-areas">
            <div className="settings-areas-head">
              <h3>{text('areas')}</h3>
              <Button size="s" look="quiet" icon={<Plus size={16} />} disabled={areas.length >= maxAreas} onClick={add}>
                {text('addArea')}
              </Button>
            </div>
            {areas.length === 0 ? <p className="small dim">{text('wholePicture')}</p> : null}
            <ul>
              {areas.map((area, index) => (
                <li key={index} className={index === selected ? 'settings-area on' : 'settings-area'}>
                  <button type="button" className="settings-area-name" aria-pressed={index === selected} onClick={() => onSelect(index)}>
                    {text('area', { number: index + 1 })}
                    <span className={index === tooLarge ? 'n bad' : 'n dim'}>{percent(shareOf(area))} %</span>
                  </button>
                  <button
                    type="button"
                    className={iconButtonClass()}
                    aria-label={text('deleteArea', { number: index + 1 })}
                    title={text('deleteArea', { number: index + 1 })}
                    onClick={() => remove(index)}
                  >
                    <Trash2 size={16} />
                  </button>
                </li>
              ))}
            </ul>
            {tooLarge >= 0 ? (
              <p className="settings-problem" role="alert">
                <b>{text('tooLarge')}.</b> {text('tooLargeText', { name: text('area', { number: tooLarge + 1 }) })}
              </p>
            ) : areas.length > 0 ? (
              <p className="small dim">{areas.length >= maxAreas ? text('mostAreas', { count: maxAreas }) : text('drawHint')}</p>
            ) : null}
          </div>
        </>
      ) : null}
    </section>
  );
}
