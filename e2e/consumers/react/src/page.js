import { createElement } from 'react';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { VideoWall } from '@watchpost/widgets/video-wall';

const arrangement = { layout: 'auto', cameraIds: [], cycleSeconds: 0 };

/** The same on the server and in the browser. */
export const page = (client, cameraId, wall = []) =>
  createElement(
    WatchpostProvider,
    { client },
    createElement(CameraPlayer, { cameraId, timeline: true }),
    createElement(VideoWall, { cameras: wall, arrangement, onArrange: () => {} }),
  );
