import type { Client } from '@watchpost/sdk-core';
import { startSceneCamera } from '../../rig/scene-camera.ts';
import { fillPaidAccount, leavePayment, writePlansFile, type PaidAccountOrders, type WaitingOrder } from '../billing/paid-account.ts';
import { fillPartnerAccount } from '../developers/partner-account.ts';
import { reportQuality } from '../developers/quality-reports.ts';
import { startDevelopmentApp } from '../gallery.ts';
import type { DevelopmentApp } from '../gallery.ts';
import { freePort, startProduct, until, type Product } from '../product.ts';
import { signInWithoutPage, storedSession, type SignedIn } from '../signed-in.ts';
import { openLender } from '../sharing/lender.ts';
import { shareCameras, type SharedCameras } from '../sharing/shared-cameras.ts';
import { textsOf, type TestLocale } from '../texts.ts';

/** A running product with people and cameras in all states that screens can show, in one language. */
export interface Stage {
  readonly product: Product;
  readonly url: string;
  readonly locale: TestLocale;
  /** What people wrote, which may be shortened on the screen: names of cameras, addresses. */
  readonly people: RegExp;
  /** The app's texts. */
  readonly t: (name: string) => string;
  /** An account with three cameras that are online. */
  readonly owner: SignedIn;
  readonly ownerEmail: string;
  /** One of them. */
  readonly cameraId: string;
  /** The owner's orders. */
  readonly orders: PaidAccountOrders;
  /** Another one of them. */
  leavePayment(): Promise<WaitingOrder>;
  /** An account with one camera online and one offline. */
  readonly worried: SignedIn;
  readonly offlineCameraId: string;
  /** An account without cameras, signed in for the first time. */
  readonly newcomer: SignedIn;
  /** Links to the owner's cameras. */
  readonly sharing: SharedCameras;
  /** A user with full access to the owner's cameras. */
  readonly guard: SignedIn;
  /** A user with limited access to some of them. */
  readonly visitor: SignedIn;
  /** Where the app is served with its pages for developers; started when first asked for. */
  developmentUrl(): Promise<string>;
  close(): Promise<void>;
}

const names = {
  en: { yard: 'Yard', parking: 'Parking lot' },
  ru: { yard: 'Двор', parking: 'Парковка у дома' },
} as const;

/** One for all stages of a process: it takes a while to prepare the libraries. */
let development: Promise<DevelopmentApp> | null = null;
let users = 0;

/** @param footage milliseconds that the cameras have recorded before the stage is handed over */
export async function openStage(locale: TestLocale, { footage = 0 }: { footage?: number } = {}): Promise<Stage> {
  const [rtspPort, onvifPort] = [String(await freePort()), String(await freePort())];
  const plans = writePlansFile();
  const product = await startProduct({
    WATCHPOST_DEMO: '1',
    RTSP_PORT: rtspPort,
    ONVIF_PORT: onvifPort,
    PLANS_FILE: plans.path,
    PAYMENT_PROVIDER: 'sandbox',
  });
  const ownerEmail = 'anna.k@example.test';
  // The first to sign in gets the virtual cameras.
  const owner = await signInWithoutPage(product, ownerEmail, { locale });
  const worried = await signInWithoutPage(product, 'boris@example.test', { locale });
  const newcomer = await signInWithoutPage(product, 'vera@example.test', { locale });
  const [yard, parking] = await Promise.all([startSceneCamera('porch'), startSceneCamera('warehouse')]);
  await addCamera(worried.client, yard.url, names[locale].yard);
  const offlineCameraId = await addCamera(worried.client, parking.url, names[locale].parking);
  const [cameraId] = await until(
    'three cameras with a picture',
    async () => {
      const cameras = await owner.client.cameras.list();
      return cameras.filter(({ previewUrl }) => previewUrl !== null).length === 3 && cameras.map(({ id }) => id);
    },
    40_000,
  );
  await until(
    'a picture of the camera that will be lost',
    async () => (await worried.client.cameras.get(offlineCameraId)).previewUrl !== null,
    40_000,
  );
  await parking.stop();
  await until('the camera to be lost', async () => (await worried.client.cameras.get(offlineCameraId)).state === 'offline', 30_000);
  const [lender] = await Promise.all([
    openLender(product, yard.url, { locale, title: names[locale].yard }),
    until(
      'footage',
      async () => {
        const { oldest, newest } = await owner.client.archive.footage(cameraId ?? '', { from: Date.now() - 600_000, to: Date.now() });
        return footage === 0 || (oldest !== null && newest !== null && newest - oldest > footage);
      },
      footage + 60_000,
    ),
  ]);
  const ownCameras = await owner.client.cameras.list();
  const sharing = await shareCameras({ product, owner: owner.client, cameraIds: ownCameras.map(({ id }) => id), lender, locale });
  const partner = await fillPartnerAccount(product, owner.client, cameraId ?? '');
  await reportQuality(owner.client);
  const orders = await fillPaidAccount(owner.client, product.url, cameraId ?? '');
  const titles = [...ownCameras, ...(await worried.client.cameras.list())].map(({ title }) => title);
  for (const { client } of [worried, newcomer]) client.dispose();
  let uses = false;
  return {
    product,
    url: product.url,
    locale,
    people: new RegExp(`@example\\.test|${titles.join('|')}`),
    t: textsOf(locale),
    owner: storedSession(owner, product.url),
    ownerEmail,
    cameraId: cameraId ?? '',
    orders,
    leavePayment: () => leavePayment(owner.client, product.url),
    worried: storedSession(worried, product.url),
    offlineCameraId,
    newcomer: storedSession(newcomer, product.url),
    sharing,
    guard: sharing.guard,
    visitor: sharing.visitor,
    developmentUrl: async () => {
      if (!uses) users += 1;
      uses = true;
      return (await (development ??= startDevelopmentApp())).url;
    },
    async close() {
      owner.client.dispose();
      partner.close();
      lender.close();
      if (uses && --users === 0) {
        await (await development)?.close();
        development = null;
      }
      await product.dispose();
      plans.remove();
      await yard.stop();
    },
  };
}

async function addCamera(client: Client, url: string, title: string): Promise<string> {
  const { id } = await client.addCamera.addRtsp({ url, title });
  return id;
}
