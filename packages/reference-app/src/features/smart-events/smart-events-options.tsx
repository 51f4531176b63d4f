import type { DetectedClass, DetectionScene, DetectionSettings, IntrusionDirection, LineDirection } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { Checkbox, Segmented, Slider } from '../../shared/ui/choice.tsx';
import { withClass } from './smart-events-draft.ts';
import type { ValuesDraft } from './smart-events-draft.ts';
import type { Shape } from './drawing/smart-events-shapes.ts';
import { shareText, text } from './smart-events-texts.ts';

export interface DetectionOptionsProps {
  readonly shown: DetectionSettings;
  /** The selected line. */
  readonly line: Shape | undefined;
  /** Shown above the slider of the confidence. */
  readonly scores?: ReactNode;
  readonly onValues: (values: ValuesDraft) => void;
  readonly onLine: (line: Shape) => void;
}

const lineDirections: readonly LineDirection[] = ['aToB', 'bToA', 'both'];
const zoneDirections: readonly IntrusionDirection[] = ['enter', 'left', 'both'];
const scenes: readonly DetectionScene[] = ['indoor', 'outdoor'];
const maxDwellSeconds = 300;

/** What a detection has beside its shapes: direction, who counts, how sure it must be. */
export function DetectionOptions({ shown, line, scores, onValues, onLine }: DetectionOptionsProps): ReactNode {
  return (
    <>
      {line?.kind === 'line' ? (
        <section className="detection-part" aria-labelledby="detection-direction">
          <h3 id="detection-direction">{text('direction')}</h3>
          <Segmented
            label={text('directionOf', { name: line.name })}
            value={line.direction}
            onValue={(direction) => onLine({ ...line, direction })}
            options={lineDirections.map((value) => ({ value, label: text(value) }))}
          />
        </section>
      ) : null}
      {shown.type === 'intrusion' ? (
        <section className="detection-part" aria-labelledby="detection-direction">
          <h3 id="detection-direction">{text('direction')}</h3>
          <Segmented
            label={text('direction')}
            value={shown.direction}
            onValue={(direction) => onValues({ direction })}
            options={zoneDirections.map((value) => ({ value, label: text(value) }))}
          />
        </section>
      ) : null}
      {shown.type === 'intrusion' ? (
        <section className="detection-part">
          <Slider
            label={text('dwell')}
            value={shown.dwellSeconds}
            maximum={maxDwellSeconds}
            step={5}
            format={(count) => (count === 0 ? text('atOnce') : text('seconds', { count }))}
            onValue={(dwellSeconds) => onValues({ dwellSeconds })}
          />
          <p className="small dim">{text('dwellText')}</p>
        </section>
      ) : null}
      {shown.type === 'lineCrossing' || shown.type === 'intrusion' ? (
        <Classes classes={shown.classes} onClasses={(classes) => onValues({ classes: [...classes] })} />
      ) : null}
      <section className="detection-part">
        <Slider label={text('sensitivity')} value={shown.sensitivity} maximum={10} onValue={(sensitivity) => onValues({ sensitivity })} />
        <p className="small dim">{text('sensitivityText')}</p>
      </section>
      <Certainty name="confidence" value={shown.confidence} onValue={(confidence) => onValues({ confidence })}>
        {scores}
      </Certainty>
      <Certainty name="threshold" value={shown.threshold} onValue={(threshold) => onValues({ threshold })} />
      <section className="detection-part" aria-labelledby="detection-scene">
        <h3 id="detection-scene">{text('scene')}</h3>
        <Segmented
          label={text('scene')}
          value={shown.scene}
          onValue={(scene) => onValues({ scene })}
          options={scenes.map((value) => ({ value, label: text(value) }))}
        />
      </section>
    </>
  );
}

interface ClassesProps {
  readonly classes: readonly DetectedClass[];
  readonly onClasses: (classes: readonly DetectedClass[]) => void;
}

function Classes({ classes, onClasses }: ClassesProps): ReactNode {
  return (
    <section className="detection-part" aria-labelledby="detection-classes">
      <h3 id="detection-classes">{text('counts')}</h3>
      <div className="detection-classes" role="group" aria-labelledby="detection-classes">
        {(['human', 'vehicle'] as const).map((name) => (
          <Checkbox
            key={name}
            label={text(name === 'human' ? 'people' : 'vehicles')}
            checked={classes.includes(name)}
            // One has to stay.
            disabled={classes.length === 1 && classes.includes(name)}
            onChange={(isIn) => onClasses(withClass([...classes], name, isIn))}
          />
        ))}
      </div>
    </section>
  );
}

interface CertaintyProps {
  readonly name: 'confidence' | 'threshold';
  /** 0–1. */
  readonly value: number;
  readonly onValue: (value: number) => void;
  readonly children?: ReactNode;
}

/** A share of certainty in steps of a twentieth. */
function Certainty({ name, value, onValue, children }: CertaintyProps): ReactNode {
  return (
    <section className="detection-part">
      {children}
      <Slider
        label={text(name)}
        value={Math.round(value * 100)}
        step={5}
        format={(percent) => shareText(percent / 100)}
        onValue={(percent) => onValue(percent / 100)}
      />
      <p className="small dim">{text(`${name}Text`)}</p>
    </section>
  );
}
