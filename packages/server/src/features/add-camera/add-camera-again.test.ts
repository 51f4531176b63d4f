import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getCamera, listCameras, removeCamera } from '@watchpost/contract/endpoints/cameras';
import { acceptInvite, getInvitation, listInvites } from '@watchpost/contract/endpoints/sharing';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { createSharingScene, type SharingPerson, type SharingScene } from '../../testing/sharing-scene.ts';
import { createTestDevice, type TestDevice } from '../../testing/test-device.ts';

describeDatabases('a camera that is removed and registered again', (engine) => {
  let scene: SharingScene;
  beforeAll(async () => {
    scene = await createSharingScene(engine);
  }, 60_000);
  afterAll(() => scene.close());

  let names = 0;
  const person = (name: string): Promise<SharingPerson> => scene.person(`${name}-${(names += 1)}`);
  const register = async (owner: SharingPerson, device: TestDevice): Promise<string> => {
    const token = await scene.call(owner, createRegistrationToken, { body: {} });
    const { registrationToken } = registrationTokenAnswer.parse(token.body);
    const answer = await scene.call(null, registerCamera, { body: { registrationToken, source: device.source(registrationToken) } });
    expect(answer.status).toBe(201);
    return registerCameraAnswer.parse(answer.body).camera.id;
  };
  const camerasOf = async (user: SharingPerson): Promise<string[]> =>
    cameraListSchema.parse((await scene.call(user, listCameras)).body).map(({ id }) => id);

  test.each(['the same owner', 'another owner'] as const)('by %s: former viewers don’t see it, former links don’t have it', async (by) => {
    const device = createTestDevice();
    const [owner, viewer, late] = [await person('owner'), await person('viewer'), await person('late')];
    const before = await register(owner, device);
    const link = await scene.share(owner, [before], { allowsGuests: true });
    const accepted = { parameters: { id: link.id }, body: { token: link.token } };
    expect((await scene.call(viewer, acceptInvite, accepted)).status).toBe(200);
    expect(await camerasOf(viewer)).toEqual([before]);

    expect((await scene.call(owner, removeCamera, { parameters: { id: before } })).status).toBe(204);
    const next = by === 'another owner' ? await person('next') : owner;
    const after = await register(next, device);

    expect(await camerasOf(next)).toEqual([after]);
    for (const id of [before, after]) {
      expect((await scene.call(viewer, getCamera, { parameters: { id } })).status).toBe(404);
      const grants = scene.db.selectFrom('camera_grants').selectAll().where('camera_id', '=', id);
      const links = scene.db.selectFrom('invite_cameras').selectAll().where('camera_id', '=', id);
      expect([await grants.execute(), await links.execute()]).toEqual([[], []]);
    }
    expect(await camerasOf(viewer)).toEqual([]);
    expect((await scene.call(owner, listInvites)).body).toMatchObject([{ id: link.id, cameras: [] }]);
    expect((await scene.call(late, getInvitation, { parameters: { token: link.token } })).body).toMatchObject({ cameras: [] });
    expect((await scene.call(late, acceptInvite, accepted)).status).toBe(409);
    expect(await camerasOf(late)).toEqual([]);
  });
});
