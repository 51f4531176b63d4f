import type { Screen, View } from './screen.ts';
import type { Stage } from './stage.ts';

const names = {
  en: { gate: 'Gate line', side: 'Side door', pavement: 'Pavement', road: 'Road' },
  ru: { gate: 'Линия у ворот', side: 'Боковая дверь', pavement: 'Тротуар', road: 'Проезжая часть' },
} as const;
const common = { isEnabled: true, confidence: 0.75, threshold: 0.6, sensitivity: 6, scene: 'outdoor' };
const pointsOf = (...points: readonly (readonly [number, number])[]) => points.map(([x, y]) => ({ x, y }));

/** A camera with everything drawn, on a server that recognises objects. */
function detectionsOf({ locale }: Stage): object {
  const { gate, side, pavement, road } = names[locale];
  const zone = { id: 'pavement', name: pavement, points: pointsOf([0.06, 0.88], [0.25, 0.6], [0.37, 0.6], [0.34, 0.88]) };
  return {
    engine: { state: 'ready' },
    isOverBudget: false,
    isMotionEnabled: false,
    detections: [
      { type: 'human', ...common, zones: [zone] },
      { type: 'vehicle', ...common, isEnabled: false, zones: [] },
      {
        type: 'lineCrossing',
        ...common,
        lines: [
          { id: 'gate', name: gate, from: { x: 0.37, y: 0.76 }, to: { x: 0.66, y: 0.79 }, direction: 'aToB' },
          { id: 'side', name: side, from: { x: 0.12, y: 0.45 }, to: { x: 0.2, y: 0.72 }, direction: 'both' },
        ],
        classes: ['human', 'vehicle'],
      },
      {
        type: 'intrusion',
        ...common,
        zones: [zone, { id: 'road', name: road, points: pointsOf([0.4, 0.1], [0.98, 0.04], [0.97, 0.96], [0.04, 0.97]) }],
        classes: ['human'],
        direction: 'enter',
        dwellSeconds: 10,
      },
    ],
  };
}

async function seeDrawn({ page, stage }: View): Promise<void> {
  await page.route('**/detections', (route) => route.fulfill({ json: detectionsOf(stage) }));
  await page.reload();
  await page.locator('.detection-name').first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('video')].some(({ readyState, currentTime }) => readyState >= 2 && currentTime > 0),
  );
}

/** Selects the last shape in the list: the area that is too large. */
async function seeTooLarge(view: View): Promise<void> {
  await seeDrawn(view);
  await view.page.locator('.settings-area-name').last().click();
  await view.page.locator('.settings-problem').waitFor();
}

/** Switching on what cannot run beside motion detection. */
async function seeConflict({ page, stage }: View): Promise<void> {
  await page.route('**/detections/lineCrossing', (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: 'detection-conflict', message: stage.t('smart-events:switchFailed'), details: { conflicts: ['motion'] } } },
    }),
  );
  await page.getByRole('switch').click();
  await page.locator('.detection-conflict').waitFor();
}

/**
 * Runs in the page: answers a test as a server with a model does, of a person who crosses the line and a parked car.
 * A route of the test can only answer at once, but a test goes on.
 */
function answerTests(lineName: string): void {
  const own = globalThis.fetch;
  const corners = [0.37, 0.41, 0.45, 0.49, 0.53];
  const box = { x: 0.48, y: 0.5, width: 0.09, height: 0.33 };
  const walker = {
    trackId: 1,
    objectClass: 'human',
    score: 0.91,
    box,
    path: corners.map((x) => ({ x, y: x / 4 + 0.7 })),
    verdict: 'counts',
  };
  const car = {
    trackId: 2,
    objectClass: 'vehicle',
    score: 0.88,
    box: { x: 0.62, y: 0.52, width: 0.2, height: 0.2 },
    path: [],
    verdict: 'still',
  };
  const crossing = { type: 'lineCrossing', label: lineName, objectClass: 'human', score: 0.91, box };
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!/\/detections\/[A-Za-z]+\/tests$/.test(url)) return own(input, init);
    const encoder = new TextEncoder();
    let timer: ReturnType<typeof setInterval> | undefined;
    let count = 0;
    const lines = new ReadableStream<Uint8Array>({
      start: (stream) => {
        const send = (line: object): void => stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        send({ kind: 'alive', isOverBudget: false });
        timer = setInterval(() => {
          send({ kind: 'frame', at: Date.now(), cpuMs: 21, boxes: [walker, car], events: count === 2 ? [crossing] : [] });
          count += 1;
        }, 300);
      },
      cancel: () => clearInterval(timer),
    });
    return Promise.resolve(new Response(lines, { headers: { 'content-type': 'application/x-ndjson' } }));
  };
}

/** A test that runs: boxes, scores, what would have been reported. */
async function seeTest(view: View): Promise<void> {
  const { page, stage } = view;
  await page.addInitScript(answerTests, names[stage.locale].gate);
  await seeDrawn(view);
  await page.getByRole('button', { name: stage.t('smart-events:test'), exact: true }).click();
  await page.locator('.detection-box-name').nth(1).waitFor();
  await page.getByRole('log').locator('li').first().waitFor();
}

/** Sounds that are listened for, and one camera whose sound is understood. */
async function seeSounds({ page }: View): Promise<void> {
  const detections = ['loudNoise', 'smokeAlarm', 'coAlarm'].map((type, index) => ({ type, isEnabled: index < 2, sensitivity: 5 }));
  await page.route('**/sound-detections', (route) =>
    route.fulfill({ json: { analysis: { state: 'ready' }, isOverBudget: false, detections } }),
  );
  await page.reload();
  const heading = page.locator('#detection-sounds');
  await heading.waitFor();
  await heading.evaluate((element) => element.scrollIntoView());
}

const path =
  (detection: string) =>
  ({ cameraId }: Stage): string =>
    `/cameras/${cameraId}/settings/smart-events${detection}`;

/** What a camera finds: the list, lines, areas, the prompt, a camera that is offline. */
export const smartEventsScreens: readonly Screen[] = [
  { name: 'smart-events', path: path(''), prepare: ({ page }) => page.locator('.detection-row').first().waitFor() },
  { name: 'timelapse', path: path('/timelapse'), prepare: ({ page }) => page.locator('.timelapse-channels').waitFor() },
  { name: 'smart-event-line', path: path('/line-crossing-detection'), prepare: seeDrawn },
  { name: 'smart-event-zone', path: path('/intrusion-detection'), prepare: seeTooLarge },
  { name: 'smart-event-test', path: path('/line-crossing-detection'), prepare: seeTest },
  { name: 'smart-event-sounds', path: path(''), prepare: seeSounds },
  { name: 'smart-event-conflict', path: path('/line-crossing-detection'), prepare: seeConflict },
  {
    name: 'smart-event-offline',
    as: 'worried',
    path: ({ offlineCameraId }) => `/cameras/${offlineCameraId}/settings/smart-events/human-detection`,
    prepare: ({ page }) => page.locator('.detection-board').waitFor(),
  },
];
