import { expect, test } from 'vitest';
import { buildCamera, buildGrant } from '../../testing/builders.ts';
import { cameraCapabilities } from './cameras-capabilities.ts';

test('the owner needs no grant, everyone else has what theirs says', () => {
  expect(cameraCapabilities(buildCamera(), 0)).toMatchObject({ role: 'owner', canDeleteData: true });
  const shared = buildCamera({ isOwner: false, isFullAccess: false, grant: buildGrant({ withArchive: false, expiresAt: 1000 }) });
  expect(cameraCapabilities(shared, 999)).toMatchObject({ role: 'view', canPlayArchive: false, changesAt: 1000 });
  expect(cameraCapabilities(shared, 1000)).toMatchObject({ role: 'none', isVisible: false });
});
