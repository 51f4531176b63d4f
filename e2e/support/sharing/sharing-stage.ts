import type { Client, Invite } from '@watchpost/sdk-core';
import { startRigCamera, type RigCamera } from '../../rig/camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../chromium.ts';
import { addRigCamera, createOwner } from '../owner.ts';
import type { RunningProduct } from '../product.ts';
import { acceptLink, createLink, type LinkOptions } from '../sharing.ts';
import { signedIn, signInWithoutPage, storedSession } from '../signed-in.ts';
import { sharedProduct } from '../worker/shared-product.ts';

/** A running product whose owner has one camera with real video and sound, called Yard. */
export interface SharingStage {
  readonly product: RunningProduct;
  readonly browser: TestBrowser;
  readonly owner: Client;
  readonly camera: RigCamera;
  readonly cameraId: string;
  /** The camera's page. */
  readonly cameraUrl: string;
  /** Where its access is managed. */
  readonly manageUrl: string;
  /** A page of the owner. */
  openOwner(): Promise<TestPage>;
  /** A page of an account that has accepted a link. */
  openInvited(email: string, invite: Invite): Promise<SharingUser>;
  /** A page of an account that has the camera by a link of its own. */
  openUser(email: string, options?: LinkOptions): Promise<SharingUser>;
  close(): Promise<void>;
}

interface SharingUser extends TestPage {
  readonly customerId: string;
  readonly inviteId: string;
}

export async function openSharingStage(): Promise<SharingStage> {
  const [product, browser, camera] = await Promise.all([sharedProduct({ codes: 5 }), launchBrowser(), startRigCamera()]);
  const close = async (): Promise<void> => {
    await browser.close();
    await product.dispose();
    await camera.stop();
  };
  try {
    const owner = await createOwner(product);
    return stageOf({ product, browser, owner, camera, cameraId: await addRigCamera(owner, camera, '/subaac'), close });
  } catch (error) {
    // The spec has no stage yet that it could close.
    await close();
    throw error;
  }
}

function stageOf(parts: Pick<SharingStage, 'product' | 'browser' | 'owner' | 'camera' | 'cameraId' | 'close'>): SharingStage {
  const { product, browser, owner, cameraId } = parts;
  const cameraUrl = `${product.url}/cameras/${cameraId}`;
  async function openInvited(email: string, invite: Invite): Promise<SharingUser> {
    const person = await signInWithoutPage(product, email);
    await acceptLink(person.client, invite);
    const { customerId } = await person.client.account.profile();
    const view = await browser.newPage({ storageState: storedSession(person, product.url) });
    person.client.dispose();
    return { ...view, customerId, inviteId: invite.id };
  }
  return {
    ...parts,
    cameraUrl,
    manageUrl: `${cameraUrl}/settings/manage-access`,
    openOwner: async () => browser.newPage({ storageState: await signedIn(product, product.emailOf('owner')) }),
    openInvited,
    openUser: async (email, options) => openInvited(email, await createLink(owner, [cameraId], options)),
    async close() {
      owner.dispose();
      await parts.close();
    },
  };
}
