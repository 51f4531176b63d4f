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

/** From the box to a picture. Where one is stands in the address; every place has a way back and a way on. */
export function AddCameraScreen({ onAdded, phone }: AddCameraScreenProps): ReactNode {
  const { t } = useTranslation();
  usePageTitle(text('title'));
  const navigate = useNavigate();
  const flow = useAddCameraFlow();
  const { place, draft } = flow;
  /** Of the forms by address; a step away they are gone. */
  const isTyped = useRef(false);
  const onDirty = useCallback((isDirty: boolean): void => {
    isTyped.current = isDirty;
  }, []);
  const isEntered = (place.step === 'power' || place.step === 'wifi' || place.step === 'code') && (draft.wifi !== undefined || draft.serial !== null);
  const main = useRef<HTMLElement>(null);
  const first = useRef(place.step);
  useEffect(() => {
    // The button that led here is gone, and the focus with it: a step begins with its heading, or with the field that it asks for.
    if (place.step !== first.current && !main.current?.contains(document.activeElement)) focusHeading(main.current);
    first.current = place.step;
  }, [place.step]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isTyped.current || (isEntered && currentLocation.pathname !== nextLocation.pathname));

  return (
    <div className="flow">
      <header className="head">
        <IconButton label={t('common.back')} onClick={flow.back}>
          <ArrowLeft size={24} />
        </IconButton>
        <p className="grow flow-title">{text('title')}</p>
        <FlowTrack place={place} />
        <Link className={iconButtonClass()} to={to.Dashboard()} aria-label={t('common.close')} title={t('common.close')}>
          <X size={24} />
        </Link>
      </header>
      <main className="flow-main" ref={main}>
        <AddCameraSteps
          flow={flow}
          phone={phone}
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
