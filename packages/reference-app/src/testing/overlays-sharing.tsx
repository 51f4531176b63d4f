import { buildCamera, buildCameraUser, buildGrant, buildInvitation, buildInvite, buildSharedCamera } from '@watchpost/sdk-core/testing';
import { ReplaceDialog } from '../features/sharing/landing/sharing-landing-replace-dialog.tsx';
import { LogFilters, noFilters } from '../features/sharing/log/sharing-log-filters.tsx';
import { ChangeDialog } from '../features/sharing/manage/sharing-change-dialog.tsx';
import { Links } from '../features/sharing/manage/sharing-links.tsx';
import { People } from '../features/sharing/manage/sharing-people.tsx';
import { RevokeAllDialog, RevokeLinkDialog, RevokeUserDialog } from '../features/sharing/manage/sharing-revoke-dialogs.tsx';
import { SendLinkDialog } from '../features/sharing/manage/sharing-send-dialog.tsx';
import { LinksDialog } from '../features/sharing/permissions/sharing-links-dialog.tsx';
import { GrantCell } from '../features/sharing/permissions/sharing-matrix-cell.tsx';
import { MatrixTable } from '../features/sharing/permissions/sharing-matrix-table.tsx';
import { groupCameras, matrixRow } from '../features/sharing/permissions/sharing-matrix.ts';
import type { ModalOverlay, PopperOverlay } from './overlay-types.ts';

const camera = buildCamera();
const nothing = (): void => {};
const viewer = buildCameraUser();
const invite = buildInvite();
const people = {
  users: [viewer],
  guests: [],
  total: 1,
  error: null,
  isBusy: false,
  hasMore: false,
  loadMore: nothing,
  retry: nothing,
};
const listed = { ...viewer, cameras: [{ cameraId: camera.id, isOwner: false, grant: buildGrant(), source: null }] };
const cameraGroups = groupCameras([camera], undefined);
const collision = {
  ...buildSharedCamera({ id: 'door', title: 'Front door' }),
  standing: { kind: 'collision' as const, current: buildGrant({ access: 'full' }) },
};
const landing = {
  kind: 'invitation' as const,
  invitation: buildInvitation([collision]).invitation,
  cameras: [collision],
  own: [],
  gained: [collision],
  collisions: [collision],
};

/** The modals and poppers of sharing. */
export const sharingOverlays: readonly (ModalOverlay | PopperOverlay)[] = [
  {
    kind: 'popper',
    file: 'features/sharing/log/sharing-log-filters.tsx',
    name: 'filters of the access log',
    render: () => <LogFilters choice={noFilters(0)} onChoice={nothing} counts={{}} people={[]} cameras={[camera]} />,
  },
  {
    kind: 'modal',
    file: 'features/sharing/manage/sharing-change-dialog.tsx',
    name: 'change access',
    render: (onClose) => <ChangeDialog camera={camera} user={{ ...viewer, grant: buildGrant() }} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/sharing/manage/sharing-links.tsx',
    name: 'actions of a link',
    render: () => <Links invites={[invite]} now={0} />,
  },
  {
    kind: 'popper',
    file: 'features/sharing/manage/sharing-people.tsx',
    name: 'actions of a user with access',
    render: () => <People camera={camera} people={people} now={0} leave={() => null} />,
  },
  {
    kind: 'modal',
    file: 'features/sharing/manage/sharing-revoke-dialogs.tsx',
    name: 'revoke access',
    render: (onClose) => <RevokeUserDialog camera={camera} user={viewer} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/sharing/manage/sharing-revoke-dialogs.tsx',
    name: 'revoke all access',
    render: (onClose) => <RevokeAllDialog cameraTitles={['Front door']} user={viewer} onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/sharing/manage/sharing-revoke-dialogs.tsx',
    name: 'revoke a link',
    render: (onClose) => <RevokeLinkDialog link={invite} name="Neighbours" onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/sharing/manage/sharing-send-dialog.tsx',
    name: 'send a link',
    render: (onClose) => <SendLinkDialog invite={invite} name="Neighbours" onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/sharing/permissions/sharing-links-dialog.tsx',
    name: 'own links',
    render: (onClose) => <LinksDialog now={0} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/sharing/permissions/sharing-matrix-cell.tsx',
    name: 'access of a user to a camera',
    render: () => (
      <GrantCell person={{ kind: 'user', user: listed }} camera={camera} grant={buildGrant()} source={null} onAction={nothing} />
    ),
  },
  {
    kind: 'popper',
    file: 'features/sharing/permissions/sharing-matrix-person.tsx',
    name: 'actions of a user with permissions',
    render: () => (
      <MatrixTable
        groups={cameraGroups}
        folds={{ isFolded: () => false, fold: nothing, count: 1 }}
        rows={[matrixRow({ kind: 'user', user: listed }, cameraGroups)]}
        now={0}
        onAction={nothing}
      />
    ),
  },
  {
    kind: 'modal',
    file: 'features/sharing/landing/sharing-landing-replace-dialog.tsx',
    name: 'replace access',
    render: (onClose) => <ReplaceDialog landing={landing} now={0} busy={false} onReplace={nothing} onKeep={onClose} />,
  },
];
