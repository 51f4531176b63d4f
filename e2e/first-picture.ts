import { launchChromium } from './support/chromium.ts';
import { firstCamera, signIn } from './support/journeys.ts';
import { readPicture } from './support/picture.ts';
import { mailedCodes, until } from './support/product.ts';

// Signs in to a server that has just been started, opens its first camera and waits until the picture moves.
//   node e2e/first-picture.ts URL DATA_DIR STARTED_AT [SCREENSHOT]     STARTED_AT: when `npm start` was typed, Unix ms
const [, , url, dataDir, startedAt, screenshot] = process.argv;
if (url === undefined || dataDir === undefined || startedAt === undefined) {
  console.error('Usage: node e2e/first-picture.ts URL DATA_DIR STARTED_AT [SCREENSHOT]');
  process.exit(2);
}
const browser = await launchChromium();
try {
  const { page } = await browser.newPage();
  await signIn(page, { url, code: mailedCodes(dataDir) }, 'newcomer@example.test');
  await page.goto(`${url}/cameras/${await firstCamera(page)}`);
  const first = await until('a picture', () => readPicture(page), 60_000);
  await until(
    'a picture that moves',
    async () => {
      const picture = await readPicture(page);
      return picture !== null && picture.frames > first.frames && picture.fingerprint !== first.fingerprint;
    },
    60_000,
  );
  console.log(Date.now() - Number(startedAt));
  if (screenshot !== undefined) await page.screenshot({ path: screenshot });
} finally {
  await browser.close();
}
