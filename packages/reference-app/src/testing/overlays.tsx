import { buildCamera } from '@watchpost/sdk-core/testing';
import type { SignedInDevice } from '@watchpost/sdk-core';
import { DeleteDialog } from '../features/account/account-delete-dialog.tsx';
import { SignOutDeviceDialog } from '../features/account/account-device-dialog.tsx';
import { EmailDialog } from '../features/account/account-email-dialog.tsx';
import { LeaveDialog } from '../features/add-camera/add-camera-leave-dialog.tsx';
import { CalendarDialog } from '../features/archive/archive-calendar-dialog.tsx';
import { ClipDialog } from '../features/archive/archive-clip-dialog.tsx';
import { LeaveSettingsDialog } from '../features/camera-settings/camera-settings-leave-dialog.tsx';
import { StopRecordingDialog } from '../features/camera-settings/camera-settings-stop-dialog.tsx';
import { DeviceDialog } from '../features/camera-settings/device/camera-settings-device-dialog.tsx';
import { NetworkDialog } from '../features/camera-settings/device/camera-settings-network-form.tsx';
import { RestartDialog } from '../features/camera-settings/device/camera-settings-restart.tsx';
import { CameraActions } from '../features/cameras/actions/cameras-actions.tsx';
import { OfflineHelp } from '../features/cameras/cameras-offline-help.tsx';
import { RemoveDialog } from '../features/cameras/actions/cameras-remove-dialog.tsx';
import { RenameDialog } from '../features/cameras/actions/cameras-rename-dialog.tsx';
import { DayFilter } from '../features/events/events-day-filter.tsx';
import { FeedbackDialog } from '../features/feedback/feedback-dialog.tsx';
import { DeletePlaceDialog } from '../features/locations/dialogs/locations-delete-dialog.tsx';
import { MoveDialog } from '../features/locations/dialogs/locations-move-dialog.tsx';
import { NameDialog } from '../features/locations/dialogs/locations-name-dialog.tsx';
import { PickDialog } from '../features/locations/dialogs/locations-pick-dialog.tsx';
import { LocationMenu } from '../features/locations/locations-menu.tsx';
import { PlaceActions } from '../features/locations/locations-place-actions.tsx';
import { PresetDialog } from '../features/ptz/ptz-preset-dialog.tsx';
import { DiscardDialog, LoseDataDialog } from '../features/sd-card/sd-card-confirm-dialogs.tsx';
import { SdCardDialog } from '../features/sd-card/sd-card-dialog.tsx';
import { SdCardVideoDialog } from '../features/sd-card/sd-card-video-dialog.tsx';
import { SignInDialog } from '../features/session/session-dialogs.tsx';
import { HelpDialog } from '../shell/dialogs/help-dialog.tsx';
import { SignOutDialog } from '../shell/dialogs/sign-out-dialog.tsx';
import { KeysDialog } from '../shell/keys/keys-dialog.tsx';
import { PaletteDialog } from '../shell/palette/palette-dialog.tsx';
import { ProfileMenuButton } from '../shell/profile/profile-menu-button.tsx';
import { ProfileMenu } from '../shell/profile/profile-menu.tsx';
import { ProfileSheet } from '../shell/profile/profile-sheet.tsx';
import type { ModalOverlay, PopperOverlay } from './overlay-types.ts';
import { billingOverlays } from './overlays-billing.tsx';
import { developersOverlays } from './overlays-developers.tsx';
import { reviewOverlays } from './overlays-review.tsx';
import { sharingOverlays } from './overlays-sharing.tsx';
import { smartEventOverlays } from './overlays-smart-events.tsx';

const email = 'anna@example.com';
const session = { customerId: 'customer-anna', email, analyticsId: 'a' };
const camera = buildCamera();
const device: SignedInDevice = {
  id: 'device-2',
  name: 'web',
  browser: 'Chrome',
  system: 'Linux',
  isCurrent: false,
  signedInAt: 0,
  lastSeenAt: 0,
};
const location = { id: 'shop', order: 1, title: 'Shop' };
const locations = { locations: [location], rooms: [{ id: 'hall', order: 1, title: 'Hall', locationId: 'shop' }], cameras: [] };
const nowhere = { locationId: null, roomId: null };
const saved = async (): Promise<boolean> => true;
const nothing = (): void => {};

/**
 * Every modal and popper of the app. Each runs the whole suite, in jsdom and in Chromium; overlays.test.tsx fails for
 * a source that shows one and is not listed here.
 */
export const overlays: readonly (ModalOverlay | PopperOverlay)[] = [
  {
    kind: 'modal',
    file: 'features/account/account-delete-dialog.tsx',
    name: 'delete account',
    render: (onClose) => <DeleteDialog session={session} onDeleted={nothing} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/account/account-device-dialog.tsx',
    name: 'sign out a device',
    render: (onClose) => <SignOutDeviceDialog device={device} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/account/account-email-dialog.tsx',
    name: 'change e-mail',
    render: (onClose) => <EmailDialog session={session} draft="" onDraft={nothing} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/add-camera/add-camera-leave-dialog.tsx',
    name: 'leave the form',
    render: (onClose) => <LeaveDialog onStay={onClose} onLeave={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/archive/archive-calendar-dialog.tsx',
    name: 'choose a day',
    render: (onClose) => (
      <CalendarDialog cameraId={camera.id} timeZone={camera.timeZone} shown="2026-01-15" onDay={nothing} onClose={onClose} />
    ),
  },
  {
    kind: 'modal',
    file: 'features/archive/archive-clip-dialog.tsx',
    name: 'download a clip',
    render: (onClose) => (
      <ClipDialog
        camera={camera}
        clip={{ from: Date.UTC(2026, 0, 15, 12), to: Date.UTC(2026, 0, 15, 12, 1) }}
        onClip={nothing}
        onDownload={nothing}
        onClose={onClose}
      />
    ),
  },
  {
    kind: 'modal',
    file: 'features/camera-settings/camera-settings-leave-dialog.tsx',
    name: 'leave changed settings',
    render: (onClose) => <LeaveSettingsDialog onStay={onClose} onLeave={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/camera-settings/camera-settings-stop-dialog.tsx',
    name: 'end the recording',
    render: (onClose) => <StopRecordingDialog camera={{ title: 'Street', archiveDays: 7 }} onStop={nothing} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/camera-settings/device/camera-settings-device-dialog.tsx',
    name: 'settings of the device',
    render: (onClose) => <DeviceDialog camera={camera} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/camera-settings/device/camera-settings-network-form.tsx',
    name: 'change the network of a camera',
    render: (onClose) => <NetworkDialog busy={false} error={null} onSubmit={nothing} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/camera-settings/device/camera-settings-restart.tsx',
    name: 'restart a camera',
    render: (onClose) => <RestartDialog cameraId={camera.id} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/cameras/actions/cameras-actions.tsx',
    name: 'actions of a camera',
    render: () => <CameraActions camera={camera} onShare={nothing} onRemoved={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/cameras/cameras-offline-help.tsx',
    name: 'what to do',
    render: (onClose) => <OfflineHelp camera={camera} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/cameras/actions/cameras-remove-dialog.tsx',
    name: 'remove a camera',
    render: (onClose) => <RemoveDialog camera={camera} onClose={onClose} onRemoved={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/cameras/actions/cameras-rename-dialog.tsx',
    name: 'rename a camera',
    render: (onClose) => <RenameDialog camera={camera} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/events/events-day-filter.tsx',
    name: 'choose a day of events',
    render: () => <DayFilter cameraIds={undefined} type={null} timeZone={camera.timeZone} value={null} onValue={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/feedback/feedback-dialog.tsx',
    name: 'feedback',
    render: (onClose) => <FeedbackDialog onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/locations/dialogs/locations-delete-dialog.tsx',
    name: 'delete a location',
    render: (onClose) => <DeletePlaceDialog kind="location" title="Shop" rooms={1} cameras={2} onDelete={saved} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/locations/dialogs/locations-move-dialog.tsx',
    name: 'move a camera',
    render: (onClose) => <MoveDialog title={camera.title} config={locations} place={nowhere} onMove={saved} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/locations/dialogs/locations-name-dialog.tsx',
    name: 'add a location',
    render: (onClose) => <NameDialog kind="location" title="New location" onName={saved} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/locations/dialogs/locations-pick-dialog.tsx',
    name: 'choose cameras',
    render: (onClose) => <PickDialog title="Cameras for Shop" place={nowhere} cameras={[camera]} onPick={saved} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/locations/locations-menu.tsx',
    name: 'choose a location',
    render: () => <LocationMenu locations={[location]} locationId={null} onChoose={nothing} onManage={nothing} />,
  },
  {
    kind: 'popper',
    file: 'features/locations/locations-place-actions.tsx',
    name: 'actions of a location',
    render: () => <PlaceActions config={locations} cameras={[camera]} location={location} room={null} />,
  },
  {
    kind: 'modal',
    file: 'features/ptz/ptz-preset-dialog.tsx',
    name: 'delete a preset',
    render: (onClose) => (
      <PresetDialog question={{ kind: 'remove', preset: { id: '1', name: 'Gate' } }} busy={false} onSubmit={nothing} onClose={onClose} />
    ),
  },
  {
    kind: 'modal',
    file: 'features/sd-card/sd-card-confirm-dialogs.tsx',
    name: 'erase an SD card',
    render: (onClose) => <LoseDataDialog cameraId={camera.id} kind="erase" onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/sd-card/sd-card-confirm-dialogs.tsx',
    name: 'leave a changed schedule',
    render: (onClose) => <DiscardDialog onStay={onClose} onLeave={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/sd-card/sd-card-dialog.tsx',
    name: 'SD card',
    render: (onClose) => <SdCardDialog camera={camera} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/sd-card/sd-card-video-dialog.tsx',
    name: 'play from an SD card',
    render: (onClose) => (
      <SdCardVideoDialog
        cameraId={camera.id}
        timeZone={camera.timeZone}
        video={{ id: '1', startAt: 1, endAt: 2, size: 3 }}
        onClose={onClose}
      />
    ),
  },
  {
    kind: 'modal',
    file: 'features/session/session-dialogs.tsx',
    name: 'terms',
    render: (onClose) => <SignInDialog topic="terms" onClose={onClose} />,
  },
  ...reviewOverlays,
  ...sharingOverlays,
  ...smartEventOverlays,
  ...developersOverlays,
  ...billingOverlays,
  { kind: 'modal', file: 'shell/dialogs/help-dialog.tsx', name: 'help', render: (onClose) => <HelpDialog onClose={onClose} /> },
  { kind: 'modal', file: 'shell/dialogs/sign-out-dialog.tsx', name: 'sign out', render: (onClose) => <SignOutDialog onClose={onClose} /> },
  { kind: 'modal', file: 'shell/keys/keys-dialog.tsx', name: 'keys', render: (onClose) => <KeysDialog onClose={onClose} /> },
  {
    kind: 'modal',
    file: 'shell/palette/palette-dialog.tsx',
    name: 'palette',
    render: (onClose) => <PaletteDialog onClose={onClose} />,
    rules: { closeButton: 'none' },
  },
  {
    kind: 'popper',
    file: 'shell/profile/profile-menu.tsx',
    name: 'profile',
    render: () => (
      <ProfileMenuButton label="Profile" face="A">
        {(place) => <ProfileMenu {...place} label="Profile" email={email} />}
      </ProfileMenuButton>
    ),
  },
  {
    kind: 'modal',
    file: 'shell/profile/profile-sheet.tsx',
    name: 'profile from below',
    render: (onClose) => <ProfileSheet email={email} onClose={onClose} />,
    rules: { closeButton: 'none' },
  },
];
