import type { ReactNode } from 'react';
import { Checkbox, RadioGroup, Select } from '../../../shared/ui/choice.tsx';
import { ErrorText, Field } from '../../../shared/ui/field.tsx';
import { text } from '../developers-texts.ts';
import { expiries } from './developers-fields.ts';
import type { CameraChoice, ExpiryChoice } from './developers-fields.ts';
import type { NamedCamera } from './developers-say.ts';

/** Check boxes of cameras. */
export function CameraChecks({
  label,
  cameras,
  cameraIds,
  onCameraIds,
  error,
}: {
  readonly label: string;
  readonly cameras: readonly NamedCamera[];
  readonly cameraIds: readonly string[];
  readonly onCameraIds: (cameraIds: readonly string[]) => void;
  readonly error: string | undefined;
}): ReactNode {
  return (
    <fieldset className="dev-checks dev-camera-checks">
      <legend className="visually-hidden">{label}</legend>
      <div className="dev-scroll">
        {cameras.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={cameraIds.includes(id)}
            onChange={(isOn) => onCameraIds(isOn ? [...cameraIds, id] : cameraIds.filter((one) => one !== id))}
          />
        ))}
      </div>
      {error === undefined ? null : <ErrorText>{error}</ErrorText>}
    </fieldset>
  );
}

/** All cameras, or some of them. */
export function CameraFields({
  cameras,
  choice,
  onChoice,
  error,
}: {
  readonly cameras: readonly NamedCamera[];
  readonly choice: CameraChoice;
  readonly onChoice: (choice: CameraChoice) => void;
  readonly error: string | undefined;
}): ReactNode {
  return (
    <div className="dev-group">
      <RadioGroup
        label={text('cameras')}
        value={choice.hasAll ? 'all' : 'some'}
        onValue={(value) => onChoice({ ...choice, hasAll: value === 'all' })}
        options={[
          { value: 'all', label: text('allOfMine'), description: text('allOfMineText') },
          { value: 'some', label: text('onlyThese') },
        ]}
      />
      {choice.hasAll ? null : (
        <CameraChecks
          label={text('onlyThese')}
          cameras={cameras}
          cameraIds={choice.cameraIds}
          onCameraIds={(cameraIds) => onChoice({ ...choice, cameraIds })}
          error={error}
        />
      )}
    </div>
  );
}

/** When something ends. */
export function ExpiryFields({
  choice,
  onChoice,
  error,
}: {
  readonly choice: ExpiryChoice;
  readonly onChoice: (choice: ExpiryChoice) => void;
  readonly error: string | undefined;
}): ReactNode {
  const labels = { never: 'expiresNever', '30': 'expires30', '90': 'expires90', '365': 'expires365', on: 'expiresOn' } as const;
  return (
    <div className="dev-pair">
      <Select
        label={text('expires')}
        value={choice.expiry}
        onValue={(expiry) => onChoice({ ...choice, expiry })}
        options={expiries.map((value) => ({ value, label: text(labels[value]) }))}
      />
      {choice.expiry === 'on' ? (
        <Field
          type="date"
          label={text('lastDay')}
          value={choice.lastDay}
          onValue={(lastDay) => onChoice({ ...choice, lastDay })}
          error={error}
        />
      ) : null}
    </div>
  );
}
