// Compiled, never run: valid code of a page without a framework, and the mistakes that the compiler finds.
import '../../define/camera.ts';
import '../../define/checkout.ts';
import '../../define/share.ts';
import '../../define/video-wall.ts';

const camera = document.createElement('watchpost-camera');
camera.cameraId = 'front-door';
camera.time = 'live';
camera.time = Date.now();
camera.muted = false;
camera.quality = 'low';
camera.addEventListener('watchpost-state', ({ detail }) => {
  const names: string = detail.cameraId;
  return detail.kind === 'offline' ? new Date(detail.since) : names;
});
document.addEventListener('watchpost-quality', ({ detail }) => detail.type === 'first-frame' && detail.after.toFixed());
camera.addEventListener('watchpost-ready', ({ detail }) => detail.saveSnapshot());
const snapshot: Promise<void> | undefined = document.querySelector('watchpost-camera')?.player?.saveSnapshot();
void snapshot;

const wall = document.createElement('watchpost-video-wall');
wall.layout = '9';
wall.cycleSeconds = 30;
wall.tokens = { yard: 'embed.…' };
wall.addEventListener('watchpost-wall-ready', ({ detail }) => wall.wall?.pause(detail.cameraIds[0]));
wall.addEventListener('watchpost-arrange', ({ detail }) => detail.arrangement.cameraIds.length);

const share = document.createElement('watchpost-share');
share.cameraIds = 'yard gate';
share.open = true;
share.addEventListener('watchpost-share-created', ({ detail }) => [detail.invite.id, detail.url?.length]);

const checkout = document.createElement('watchpost-checkout');
checkout.cameraIds = 'yard gate';
checkout.edit = true;
checkout.addEventListener('watchpost-checkout-finish', ({ detail }) => detail.kind === 'activated' && detail.order.id);

// @ts-expect-error -- an unknown quality
camera.quality = 'medium';
// @ts-expect-error -- an unknown layout
wall.layout = '7';
// @ts-expect-error -- another event's detail
camera.addEventListener('watchpost-time', ({ detail }) => detail.kind);
