import { ArrowLeft, X } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useBlocker, useNavigate } from 'react-router';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { to } from '../../shared/navigation/targets.ts';
import { IconButton, iconButtonClass } from '../../shared/ui/button.tsx';
import { LeaveDialog } from './add-camera-leave-dialog.tsx';
import { AddCameraSteps } from './add-camera-steps.tsx';
import type { AddCameraScreenProps } from './add-camera-steps.tsx';
import { FlowTrack } from './flow/add-camera-track.tsx';
import { useAddCameraFlow } from './flow/use-add-camera-flow.ts';
import './add-camera.css';
import { text } from './add-camera-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

/** The flow from the box to a live picture. The address holds the current step; every step can go back and forward. */
export function AddCameraScreen({ onAdded, phone, place: cameraPlace }: AddCameraScreenProps): ReactNode {
  const { t } = useTranslation(commonTexts);
  usePageTitle(text('title'));
  const navigate = useNavigate();
  const flow = useAddCameraFlow();
  const { place, draft } = flow;
  /** Whether the address forms contain input, which is lost when the step changes. */
  const isTyped = useRef(false);
  const onDirty = useCallback((isDirty: boolean): void => {
    isTyped.current = isDirty;
  }, []);
  const isEntered =
    (place.step === 'power' || place.step === 'wifi' || place.step === 'code') && (draft.wifi !== undefined || draft.serial !== null);
  const main = useRef<HTMLElement>(null);
  const first = useRef(place.step);
  useEffect(() => {
    // The pressed button is gone, and focus with it: focus moves to the step's heading or to its first field.
    if (place.step !== first.current && !main.current?.contains(document.activeElement)) focusHeading(main.current);
    first.current = place.step;
  }, [place.step]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isTyped.current || (isEntered && currentLocation.pathname !== nextLocation.pathname),
  );

  return (
    <div className="flow">
      <header className="head">
        <IconButton label={t('back')} onClick={flow.back}>
          <ArrowLeft size={24} />
        </IconButton>
        <p className="grow flow-title">{text('title')}</p>
        <FlowTrack place={place} />
        <Link className={iconButtonClass()} to={to.Dashboard()} aria-label={t('close')} title={t('close')}>
          <X size={24} />
        </Link>
      </header>
      <main className="flow-main" ref={main}>
        <AddCameraSteps
          flow={flow}
          phone={phone}
          place={cameraPlace}
          onAdded={onAdded}
          onLeave={() => void navigate(to.Dashboard())}
          onDirty={onDirty}
        />
      </main>
      {blocker.state === 'blocked' ? <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} /> : null}
    </div>
  );
}

function focusHeading(within: HTMLElement | null): void {
  const heading = within?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}
