// What a server does with a page's modules: imports all of them, and makes its client. There is no React here, and no page.
import * as camera from '@watchpost/widgets/define/camera';
import * as checkout from '@watchpost/widgets/define/checkout';
import * as snapshot from '@watchpost/widgets/define/snapshot';
import * as timeline from '@watchpost/widgets/define/timeline';
import * as wall from '@watchpost/widgets/define/video-wall';
import { WatchpostCameraElement, WatchpostVideoWallElement } from '@watchpost/widgets/elements';
import { createBrowserClient, createBrowserPush } from '@watchpost/sdk-core/browser';

const client = createBrowserClient({ push: createBrowserPush({ workerPath: '/worker.js' }) });
console.log(
  JSON.stringify({
    imported:
      [camera, checkout, snapshot, timeline, wall].every((module) => typeof module === 'object') &&
      [WatchpostCameraElement, WatchpostVideoWallElement].every((element) => typeof element === 'function'),
    signedIn: client.session.current.value,
    call: await client.cameras.list().catch((error) => error.code),
  }),
);
client.dispose();
