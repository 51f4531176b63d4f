import type { CameraOptions } from '../pages/players.ts';
import type { Site } from './site.ts';

const style = '<style>body { margin: 0; } watchpost-camera, video { display: block; width: 960px; aspect-ratio: 16 / 9; }</style>';
const measures = '<script type="module" src="/bench/pages/measures.ts"></script>';

/** An empty page with the widgets loaded; players are mounted into it. */
export function emptyCameraPage(site: Site, server: string): string {
  return site.page('camera.html', `<!doctype html><title>camera</title>${style}${measures}${widgets(server)}`);
}

/** A page that contains one camera from the start, as in the README. */
export function cameraPage(site: Site, { server, cameraId, token }: CameraOptions): string {
  const tag = `<watchpost-camera camera-id="${cameraId}" server="${server}" token="${token}" muted controls></watchpost-camera>`;
  return site.page('tag.html', `<!doctype html><title>tag</title>${style}${measures}${widgets(server)}${tag}`);
}

/** The same with hls.js and a plain video. @param url playlist to play immediately; without it, players are mounted later */
export function hlsPage(site: Site, url?: string): string {
  const script = `import Hls from '/hls.mjs'; globalThis.Hls = Hls; ${url === undefined ? '' : `bench.mountHls('${url}');`}`;
  return site.page('hls.html', `<!doctype html><title>hls</title>${style}${measures}<script type="module">${script}</script>`);
}

function widgets(server: string): string {
  return `<script type="module" src="${server}/embed/watchpost.js"></script>`;
}
