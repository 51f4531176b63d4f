import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CameraScreen } from '../features/cameras/index.ts';
import { EventsPanel, useEventMarks } from '../features/events/index.ts';
import { to } from '../shared/navigation/targets.ts';
import { ProfileButton } from '../shell/profile/profile-button.tsx';

/** /cameras/{id}?t= */
export function CameraRoute(): ReactNode {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const marks = useEventMarks(id);
  return (
    <CameraScreen
      key={id}
      cameraId={id}
      profile={<ProfileButton />}
      marks={marks}
      events={(goTo) => <EventsPanel cameraId={id} onOpen={goTo} />}
      onRemoved={() => void navigate(to.Dashboard(), { replace: true })}
    />
  );
}
