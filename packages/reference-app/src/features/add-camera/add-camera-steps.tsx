import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { DoneStep, NameStep } from './add-camera-name-step.tsx';
import { ByAddress } from './address/add-camera-by-address.tsx';
import { CodeStep } from './code/add-camera-code-step.tsx';
import { ConnectingStep } from './code/add-camera-connecting-step.tsx';
import { LocalStep } from './code/add-camera-local-step.tsx';
import { DeviceStep } from './flow/add-camera-device-step.tsx';
import { LinkStep } from './flow/add-camera-link-step.tsx';
import { ModelsStep } from './flow/add-camera-models-step.tsx';
import { PowerStep } from './flow/add-camera-power-step.tsx';
import { MethodsStep } from './flow/add-camera-methods-step.tsx';
import { WifiStep } from './flow/add-camera-wifi-step.tsx';
import { start } from './flow/add-camera-flow.ts';
import type { AddCameraFlow } from './flow/use-add-camera-flow.ts';
import type { CameraPlace } from './add-camera-place.ts';
import { SerialStep } from './serial/add-camera-serial-step.tsx';
import { serverAddress } from '../../shared/navigation/base-path.ts';

export interface AddCameraScreenProps {
  /** Opens the camera's live picture. */
  readonly onAdded: (cameraId: string) => void;
  /** A phone used as a camera has its own flow. */
  readonly place: CameraPlace;
  readonly phone: (parts: { readonly onDone: (cameraId: string) => void; readonly onBack: () => void }) => ReactNode;
}

interface StepsProps extends AddCameraScreenProps {
  readonly flow: AddCameraFlow;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onLeave: () => void;
}

/** Renders each step, and sends the event that each answer causes. */
export function AddCameraSteps({ flow, phone, place: cameraPlace, onAdded, onDirty, onLeave }: StepsProps): ReactNode {
  const navigate = useNavigate();
  const { place, draft, note, send, back, go } = flow;
  const added = (cameraId: string): void => {
    if (flow.isHere()) onAdded(cameraId);
  };
  switch (place.step) {
    case 'device':
      return <DeviceStep onChoose={send} />;
    case 'phone':
      return phone({ onDone: added, onBack: back });
    case 'link':
      return <LinkStep origin={serverAddress()} onOpen={(path) => void navigate(path)} />;
    case 'models':
      return <ModelsStep onChoose={(model) => send({ type: 'model', model })} onByAddress={() => go({ step: 'address' })} />;
    case 'address':
      return <ByAddress place={cameraPlace} onDirty={onDirty} onAdded={added} />;
    case 'ways':
      return <MethodsStep onChoose={(method) => send({ type: 'method', method })} />;
    case 'local':
      return (
        <LocalStep
          onGiven={(registrationId) => send({ type: 'token-given', registrationId })}
          onOtherMethod={() => go({ step: 'ways', modelId: place.modelId })}
        />
      );
    case 'serial':
      return (
        <SerialStep
          serialNumber={draft.serial?.number ?? ''}
          onAccepted={(number, registration) => {
            note({ serial: { number, registration } });
            send({ type: 'serial-accepted' });
          }}
          onOtherMethod={() => go({ step: 'ways', modelId: place.modelId })}
        />
      );
    case 'power':
      return <PowerStep modelId={place.modelId} onDone={() => send({ type: 'powered' })} />;
    case 'wifi':
      return (
        <WifiStep
          wifi={draft.wifi}
          onDone={(wifi) => {
            note({ wifi });
            send({ type: 'wifi-entered' });
          }}
        />
      );
    case 'code':
      return (
        <CodeStep
          serial={place.method === 'serial' ? draft.serial : null}
          wifi={draft.wifi ?? null}
          onChangeWifi={back}
          onOtherMethod={() => go({ step: 'ways', modelId: place.modelId })}
          onRead={(registrationId, isSeen) => send({ type: 'token-given', registrationId }, { replace: isSeen })}
        />
      );
    case 'connecting':
      return (
        <ConnectingStep
          key={place.registrationId}
          registrationId={place.registrationId}
          method={place.method}
          wifiName={draft.wifi?.name ?? null}
          onBack={back}
          onOtherMethod={() => go({ step: 'ways', modelId: place.modelId })}
          onReady={(cameraId) => send({ type: 'registered', cameraId }, { replace: true })}
        />
      );
    case 'name':
      return (
        <NameStep
          cameraId={place.cameraId}
          place={cameraPlace}
          onLeave={onLeave}
          onNamed={() => send({ type: 'named' }, { replace: true })}
        />
      );
    case 'done':
      return <DoneStep cameraId={place.cameraId} onLeave={onLeave} onWatch={() => onAdded(place.cameraId)} onAnother={() => go(start)} />;
  }
}
