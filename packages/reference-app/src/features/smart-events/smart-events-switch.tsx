import { errorText } from '@watchpost/sdk-core';
import type { Camera, CameraDetections, DetectionType, SwitchableDetection } from '@watchpost/sdk-core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { conflictsOf } from '../../shared/settings/detection-conflicts.ts';
import { Switch } from '../../shared/ui/choice.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { ConflictPopper } from './smart-events-conflict-popper.tsx';
import { useChangeDetection, useDetectionCamera, useDetections } from './smart-events-queries.ts';
import { detectionName, text } from './smart-events-texts.ts';

interface DetectionSwitchProps {
  readonly cameraId: string;
  readonly type: DetectionType;
}

/** The switch of a detection, for the header of its screen; nothing for users who cannot change it. */
export function DetectionSwitch({ cameraId, type }: DetectionSwitchProps): ReactNode {
  useTranslation();
  const camera = useDetectionCamera(cameraId);
  const isAllowed = useCapabilities(camera.data)?.isManaged === true;
  const { data } = useDetections(cameraId, isAllowed);
  return camera.data && isAllowed && data ? <OwnSwitch camera={camera.data} type={type} all={data} /> : null;
}

interface OwnSwitchProps {
  readonly camera: Pick<Camera, 'id'>;
  readonly type: DetectionType;
  readonly all: CameraDetections;
}

/** Switches at once; what cannot run beside it is switched off only after the prompt (specification 2, section 4). */
function OwnSwitch({ camera, type, all }: OwnSwitchProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [conflicts, setConflicts] = useState<readonly SwitchableDetection[]>([]);
  const change = useChangeDetection(camera.id, type);
  const isEnabled = all.detections.some((one) => one.type === type && one.isEnabled);
  const turn = (isOn: boolean, turnOff: readonly SwitchableDetection[] = []): void => {
    setConflicts([]);
    change.mutate(
      { isEnabled: isOn, ...(turnOff.length > 0 && { turnOff: [...turnOff] }) },
      {
        onError: (error) => {
          const others = conflictsOf(error);
          if (others.length > 0) setConflicts(others);
          else showToast('error', text('switchFailed'), { text: errorText(error, currentLocale()) });
        },
      },
    );
  };
  return (
    <div className="detection-switch" ref={place}>
      <Switch
        label={
          <>
            <span className="only-l" aria-hidden="true">
              {text(isEnabled ? 'on' : 'off')}
            </span>
            <span className="visually-hidden">{text('enable', { name: detectionName(type) })}</span>
          </>
        }
        end
        checked={isEnabled}
        disabled={change.isPending}
        onChange={(isOn) => turn(isOn)}
      />
      <ConflictPopper
        type={type}
        conflicts={conflicts}
        trigger={place}
        onTurnOff={() => turn(true, conflicts)}
        onClose={() => setConflicts([])}
      />
    </div>
  );
}
