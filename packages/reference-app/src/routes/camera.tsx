import type { EventType, SwitchableDetection } from '@watchpost/sdk-core';
import type { CameraPlayerHandle } from '@watchpost/widgets/react';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { NoArchiveAccess, useCameraArchive } from '../features/archive/index.ts';
import { BookmarkDialog, bookmarkText } from '../features/bookmarks/index.ts';
import { CameraDock, CameraScreen, CameraStage, useCamera, useMoment } from '../features/cameras/index.ts';
import { EventsPanel, typeName, useEventMarks } from '../features/events/index.ts';
import { segmentOf } from '../features/smart-events/index.ts';
import { useIsLarge } from '../shared/browser/media.ts';
import { eventShapes } from '../shared/live/latest-events.ts';
import { useMomentEntries } from '../shared/moment/moment-entries.tsx';
import { to } from '../shared/navigation/targets.ts';
import { useNavigateFromHere } from '../shared/navigation/use-is-leaving.ts';
import { openDialog } from '../shell/dialogs/dialog-store.ts';
import { loadable } from '../shell/loadable.tsx';
import { ProfileButton } from '../shell/profile/profile-button.tsx';

// Few cameras support PTZ, so its request comes after the picture.
const control = loadable(async () => (await import('../features/ptz/index.ts')).PtzLink);
const share = loadable(async () => (await import('../features/sharing/index.ts')).ShareDialogLoader);
// Asks the server about payments, after the picture.
const plan = loadable(async () => (await import('../features/billing/index.ts')).PlanButton);
const sdCard = loadable(async () => (await import('../features/sd-card/index.ts')).SdCardEvents);

/** /cameras/{id}?t=&date=&referer= */
export function CameraRoute(): ReactNode {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  // E-mail messages link to their settings by this query.
  if (parameters.has('alerts')) return <Navigate replace to={to.CameraAlerts(id)} />;
  return <OneCamera key={id} id={id} />;
}

function OneCamera({ id }: { id: string }): ReactNode {
  const navigate = useNavigateFromHere();
  const { data: camera } = useCamera(id);
  const isLarge = useIsLarge();
  const [isSharing, setSharing] = useState(false);
  const [player, setPlayer] = useState<CameraPlayerHandle | null>(null);
  const moment = useMoment(camera?.timeZone);
  const recent = useEventMarks(id);
  const [saving, setSaving] = useState<number | null>(null);
  const momentEntries = useMomentEntries();
  const archive = useCameraArchive({
    camera,
    cameraId: id,
    moment,
    recent,
    describe,
    moreOf: (at) => [
      { kind: 'item', label: bookmarkText('save'), icon: <Bookmark size={20} />, onAction: () => setSaving(at()) },
      ...momentEntries({ cameraId: id, camera, at }),
    ],
  });
  return (
    <>
      <CameraScreen
        cameraId={id}
        profile={<ProfileButton />}
        control={<control.Shown>{(PtzLink) => <PtzLink cameraId={id} />}</control.Shown>}
        plan={<plan.Shown>{(PlanButton) => <PlanButton cameraId={id} />}</plan.Shown>}
        stage={
          <CameraStage
            cameraId={id}
            moment={moment}
            timelineProps={archive.timelineProps}
            onMark={archive.onMark}
            onReady={setPlayer}
            onShortcuts={() => openDialog('keys')}
          />
        }
        side={
          <>
            {archive.calendar}
            <EventsPanel
              cameraId={id}
              onOpen={moment.onGo}
              onSave={(event) => setSaving(event.startAt)}
              settingsOf={settingsOf}
              otherSource={(source) =>
                camera && <sdCard.Shown>{(SdCardEvents) => <SdCardEvents camera={camera} {...source} />}</sdCard.Shown>
              }
            />
          </>
        }
        noArchive={(sharedBy) => <NoArchiveAccess sharedBy={sharedBy} />}
        dock={isLarge ? null : <CameraDock player={player} archive={archive.dock} isMarking={archive.isMarking} />}
        onShare={() => setSharing(true)}
        onRemoved={() => void navigate(to.Dashboard(), { replace: true })}
      />
      {archive.dialogs}
      {saving === null ? null : <BookmarkDialog cameraId={id} at={saving} onClose={() => setSaving(null)} />}
      {isSharing ? (
        <share.Shown>{(ShareDialogLoader) => <ShareDialogLoader cameraIds={[id]} onClose={() => setSharing(false)} />}</share.Shown>
      ) : null}
    </>
  );
}

function describe(type: EventType): { readonly shape: (typeof eventShapes)[EventType]; readonly label: string } {
  return { shape: eventShapes[type], label: typeName(type) };
}

function settingsOf(cameraId: string, type: SwitchableDetection): string {
  return to.SmartEvent(cameraId, segmentOf(type));
}
