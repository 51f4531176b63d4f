import { createElement } from 'react';
import { createBrowserClient } from '@watchpost/sdk-core/browser';
import { Checkout } from '@watchpost/widgets/checkout';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { VideoWall } from '@watchpost/widgets/video-wall';

const arrangement = { layout: 'auto', cameraIds: [], cycleSeconds: 0 };

/** Nobody is signed in here: the checkout says so. */
const customer = createBrowserClient();

/** The same on the server and in the browser. */
export const page = (client, cameraId, wall = []) =>
  createElement(
    WatchpostProvider,
    { client },
    createElement(CameraPlayer, { cameraId, timeline: true }),
    createElement(VideoWall, { cameras: wall, arrangement, onArrange: () => {} }),
    createElement(Checkout, { client: customer }),
  );
