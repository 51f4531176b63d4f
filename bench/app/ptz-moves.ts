/**
 * Measures PTZ: from the pointer on the page to the device's motor, through the server and ONVIF, and from release to its
 * stop. For comparison, a SOAP client sends the same command directly to the same kind of device.
 */
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import type { RegisterCameraAnswer, RegistrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { createDevicePtz, startOnvifDevice } from '@watchpost/server/testing';
import { startRigCamera } from '../../e2e/rig/camera.ts';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { until } from '../../e2e/support/product.ts';
import { signInWithoutPage, storedSession } from '../../e2e/support/signed-in.ts';
import { signIn } from '../support/account.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 50);
const clock = { now: Date.now };
const user = { username: 'admin', password: 'secret' };
/** Unix ms by one clock, here and on the page. */
const now = (): number => performance.timeOrigin + performance.now();

/** A motor that records when each command arrived. */
function timedMotor() {
  const motor = createDevicePtz();
  const turns: number[] = [];
  const stops: number[] = [];
  const timed =
    (name: string, times: number[]) =>
    (body: string): string | null => {
      const answer = motor.service.answers[name]?.(body) ?? null;
      if (answer !== null) times.push(now());
      return answer;
    };
  const service = {
    ...motor.service,
    answers: { ...motor.service.answers, ContinuousMove: timed('ContinuousMove', turns), Stop: timed('Stop', stops) },
  };
  return { service, configuration: motor.configuration, turns, stops };
}

const server = await startServer();
const account = await signIn(server);
const person = await signInWithoutPage(server, 'bench@example.test');
const rig = await startRigCamera();
const motor = timedMotor();
const profile = { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: rig.url('/cam') };
const device = await startOnvifDevice({ clock, user, services: [motor.service], profiles: [{ ...profile, more: motor.configuration }] });
const { registrationToken } = await account.call<RegistrationTokenAnswer>(createRegistrationToken, { body: {} });
const { camera } = await account.call<RegisterCameraAnswer>(registerCamera, {
  body: { registrationToken, source: { kind: 'onvif', address: device.url, ...user } },
});
await account.online(camera.id);

const browser = await launchChromium();
const { page } = await browser.newPage({ storageState: storedSession(person, server.url), viewport: { width: 1280, height: 900 } });
await page.goto(`${server.url}/cameras/${camera.id}/ptz`);
const key = page.locator('.ptz-right');
await key.waitFor();
await until('the picture', () => page.locator('.ptz-stage video').evaluate((video: HTMLVideoElement) => video.videoWidth > 0));
await page.evaluate(() => {
  const times: number[] = [];
  const note = (event: Event): void => void times.push(performance.timeOrigin + event.timeStamp);
  for (const name of ['pointerdown', 'pointerup']) addEventListener(name, note, { capture: true });
  Object.assign(globalThis, { pointerTimes: times });
});
const pointerTimes = (): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { pointerTimes: number[] }).pointerTimes.splice(0));
await key.hover();

const turns: number[] = [];
const stops: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const stoppedBefore = motor.stops.length;
  motor.turns.length = 0;
  await page.mouse.down();
  await until('the motor to turn', () => motor.turns.length > 0);
  await page.mouse.up();
  await until('the motor to stop', () => motor.stops.length > stoppedBefore);
  const [downAt = Number.NaN, upAt = Number.NaN] = await pointerTimes();
  turns.push((motor.turns[0] ?? Number.NaN) - downAt);
  stops.push((motor.stops[stoppedBefore] ?? Number.NaN) - upAt);
  await sleep(100);
}

const other = timedMotor();
const bare = await startOnvifDevice({ clock, services: [other.service], profiles: [{ ...profile, more: other.configuration }] });
const move =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><p:ContinuousMove xmlns:p="http://www.onvif.org/ver20/ptz/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema">' +
  '<p:ProfileToken>main</p:ProfileToken><p:Velocity><tt:PanTilt x="0.5" y="0"/></p:Velocity><p:Timeout>PT3S</p:Timeout></p:ContinuousMove></s:Body></s:Envelope>';
const raw: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  other.turns.length = 0;
  const startedAt = now();
  const response = await fetch(new URL('/onvif/tptz_service', bare.url), {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml' },
    body: move,
  });
  if (!response.ok) throw new Error(`The device refused: ${await response.text()}`);
  raw.push((other.turns[0] ?? Number.NaN) - startedAt);
}

report('ptz-moves', [
  figure('from the pointer to the motor', 'ms', turns, { of: 'p95', atMost: 150 }),
  figure('from letting go to its stop', 'ms', stops),
  figure('a SOAP client alone, to the motor', 'ms', raw),
]);
await browser.close();
await Promise.all([device.close(), bare.close(), rig.stop()]);
await server.dispose();
process.exit();
