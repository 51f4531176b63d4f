/**
 * Measures what a partner's page pays for a camera: `<watchpost-camera>` beside the players that people would embed instead, which are
 * installed from npm for this run. All show the same live camera: ours over our own server, the others as plain HLS.
 */
import { openLiveStage } from '../support/live-stage.ts';
import { buildPages, folderOf } from '../support/embed/build-pages.ts';
import { peers, watchpost, type Candidate, type Stream } from '../support/embed/candidates.ts';
import { countAxeFindings, loadCold, loadStrict, measureHeapGrowth, weighCode } from '../support/embed/measure-page.ts';
import { figure, percentile, report, type Figure } from '../support/report.ts';
import { startSite } from '../support/site.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const mounts = Number(process.env['BENCH_MOUNTS'] ?? 200);
const candidates = [watchpost, ...peers];

const columns = {
  code: 'code until the first frame, gzip',
  script: 'scripts run until the first frame',
  firstFrame: 'cold page to the first frame',
  violations: 'breaches of a strict policy with Trusted Types',
  blocked: 'pages without a picture under that policy',
  heap: `heap after ${mounts} mounts`,
  axe: 'findings of axe',
} as const;
const units = {
  code: 'KB',
  script: 'ms',
  firstFrame: 'ms',
  violations: 'breaches',
  blocked: 'pages',
  heap: 'KB more',
  axe: 'findings',
} as const;
type Column = keyof typeof columns;

const pages = await buildPages(candidates);
const stage = await openLiveStage();
const site = await startSite({ '/players/': `${pages}/`, ...stage.folders });
const { browser, server, options } = stage;
const stream: Stream = {
  playlistUrl: `${site.origin}/plain-hls/index.m3u8`,
  server: server.url,
  cameraId: options.cameraId,
  token: await stage.embedToken(site.origin),
};

const samples: { readonly candidate: Candidate; readonly column: Column; readonly values: readonly number[] }[] = [];
for (const candidate of candidates) {
  const add = (column: Column, values: readonly number[]): void => void samples.push({ candidate, column, values });
  const [plain, strict] = [publish(candidate, false), publish(candidate, true)];
  if (!candidate.canPlay) {
    add('code', [await weighCode(browser, plain)]);
    continue;
  }
  const loads = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await loadCold(browser, plain));
  add(
    'code',
    loads.map(({ codeKb }) => codeKb),
  );
  add(
    'script',
    loads.map(({ scriptMs }) => scriptMs),
  );
  add(
    'firstFrame',
    loads.map(({ firstFrameMs }) => firstFrameMs),
  );
  const { violations, plays } = await loadStrict(browser, strict);
  add('violations', [violations]);
  add('blocked', [plays ? 0 : 1]);
  add('heap', [await measureHeapGrowth(browser, plain, mounts)]);
  add('axe', [await countAxeFindings(browser, plain)]);
}
await site.close();
await stage.close();

report('embed', samples.map(toFigure));

/** Ours promises to be no worse than the best of the others. */
function toFigure({ candidate, column, values }: (typeof samples)[number]): Figure {
  const others = samples.filter((sample) => sample.column === column && sample.candidate !== watchpost);
  const best = Math.min(...others.map((sample) => percentile(sample.values, 0.5)));
  return figure(
    `${columns[column]}: ${candidate.name}`,
    units[column],
    values,
    candidate === watchpost ? { of: 'median', atMost: Math.ceil(best) } : undefined,
  );
}

/** Publishes the page of a candidate. @param isStrict whether it has a policy under which only its own files and the camera are allowed */
function publish(candidate: Candidate, isStrict: boolean): string {
  const folder = `/players/${folderOf(candidate)}`;
  const isOwn = candidate === watchpost;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${server.url}`,
    "style-src 'self'",
    `connect-src 'self' ${server.url} ${server.url.replace('http', 'ws')}`,
    'media-src blob:',
    'img-src blob:',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return site.page(
    `${folderOf(candidate)}${isStrict ? '-strict' : ''}.html`,
    `<!doctype html><html lang="en"><title>${candidate.name}</title>
${isStrict ? `<meta http-equiv="content-security-policy" content="${policy}">` : ''}
<meta name="stream" content='${JSON.stringify(stream)}'>
<script type="module" src="/bench/pages/measures.ts"></script>
${isOwn ? `<script type="module" src="${server.url}/embed/v1/watchpost.js"></script>` : `<link rel="stylesheet" href="${folder}/main.css">`}
<script type="module" src="${folder}/main.js"></script>
<body></body></html>`,
  );
}
