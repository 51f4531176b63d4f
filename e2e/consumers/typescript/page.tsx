// What a page writes, with the declarations of the packages checked, too.
import { createApiKeyClient, createEmbedClient, WatchpostError, type CameraEvent } from '@watchpost/sdk-core';
import { createBrowserClient } from '@watchpost/sdk-core/browser';
import { verifyWebhook } from '@watchpost/sdk-core/webhooks';
import { Checkout, type CheckoutResult } from '@watchpost/widgets/checkout';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { ShareDialog } from '@watchpost/widgets/share';
import { VideoWall } from '@watchpost/widgets/video-wall';
import type {} from '@watchpost/widgets/jsx/react';
import '@watchpost/widgets/define/camera';

const viewer = createEmbedClient({ baseUrl: 'https://cams.example', token: async () => 'embed.…' });

export const Page = ({ cameraIds }: { readonly cameraIds: readonly string[] }) => (
  <WatchpostProvider client={viewer} locale="en">
    {cameraIds.map((cameraId) => (
      <CameraPlayer key={cameraId} cameraId={cameraId} muted autoplay />
    ))}
    <watchpost-camera camera-id={cameraIds[0] ?? ''} server="https://cams.example" timeline />
    {/* @ts-expect-error the quality has three choices */}
    <watchpost-camera camera-id="door" quality="best" />
  </WatchpostProvider>
);

export async function latest(apiKey: string, from: number): Promise<CameraEvent[]> {
  const client = createApiKeyClient({ baseUrl: 'https://cams.example', apiKey });
  const events: CameraEvent[] = [];
  try {
    for await (const event of client.events.list({ from, types: ['motion'] })) events.push(event);
  } catch (error) {
    if (!(error instanceof WatchpostError && error.code === 'scope-missing')) throw error;
  }
  // @ts-expect-error a server's key does not manage cameras
  void client.cameraSettings;
  return events;
}

const customer = createBrowserClient();

export const Plans = ({ cameraId, onPaid }: { readonly cameraId: string; readonly onPaid: (result: CheckoutResult) => void }) => (
  <>
    <Checkout client={customer} cameraIds={[cameraId]} onFinish={(result) => result.kind === 'activated' && onPaid(result)} />
    <watchpost-checkout camera-ids={cameraId} return-url="/paid/{order}" closable />
    {/* @ts-expect-error there are four steps */}
    <Checkout client={customer} step="thanks" />
  </>
);

export const components = { ShareDialog, VideoWall, createBrowserClient, verifyWebhook };
