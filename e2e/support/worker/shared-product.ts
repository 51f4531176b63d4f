import { watchServer } from '../evidence/evidence.ts';
import { startProduct, type Product, type RunningProduct } from '../product.ts';
import { sharesWorker } from './shares-worker.ts';

/** The product of a worker, used by one spec after another. */
interface Shared {
  readonly product: Product;
  /** Codes that its server has sent. */
  codes: number;
  /** Something of a spec could not be removed. */
  isSpoilt: boolean;
  /** Ends the current spec's use; a second call changes nothing. */
  end(): Promise<void>;
}

/** The server sends so many codes an hour to one network, and all specs are in the same one. */
const maxCodes = 30;

let shared: Promise<Shared> | null = null;
let specs = 0;

/**
 * Returns the product of this worker, for a spec that neither stops nor configures it and looks at nothing but accounts of its own
 * (`emailOf`): it has no settings, and is not new. When the spec ends, the cameras of the accounts that signed in by `signInWithoutPage` or
 * `createOwner` are removed. Where specs don't share a worker, each has a product of its own. Call it once in a spec.
 * @param options codes: how many the spec asks for at most, for sign-in and for new addresses: another product takes over when too few are left
 * @example [product, browser] = await Promise.all([sharedProduct(), launchBrowser()]);
 */
export async function sharedProduct({ codes = 3 }: { readonly codes?: number } = {}): Promise<RunningProduct> {
  if (!sharesWorker) return startProduct();
  const known = await shared?.catch(() => null);
  if (known) {
    // A spec whose `beforeAll` failed has not done it.
    await known.end();
    if (await isUsable(known, codes)) return lend(known, codes);
    await known.product.dispose();
  }
  shared = start();
  return lend(await shared, codes);
}

async function start(): Promise<Shared> {
  const product = await startProduct({}, undefined, { isShared: true });
  endWithWorker(product);
  return { product, codes: 0, isSpoilt: false, end: async () => undefined };
}

async function isUsable({ product, codes, isSpoilt }: Shared, wanted: number): Promise<boolean> {
  if (isSpoilt || codes + wanted > maxCodes) return false;
  return fetch(`${product.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function lend(running: Shared, codes: number): RunningProduct {
  const { product } = running;
  let codesLeft = codes;
  specs += 1;
  const domain = `spec-${specs}.example.test`;
  const since = product.log().length;
  const log = (): string => product.log().slice(since);
  const forget = watchServer({ log });
  const endings: (() => Promise<void>)[] = [];
  const end = async (): Promise<void> => {
    forget();
    for (const work of endings.splice(0))
      await work().catch(() => {
        running.isSpoilt = true;
      });
  };
  running.end = end;
  return {
    url: product.url,
    port: product.port,
    dataDir: product.dataDir,
    log,
    code: async (email, options) => {
      if (codesLeft === 0) throw new Error(`This spec asks for more than ${codes} codes: pass sharedProduct() how many.`);
      codesLeft -= 1;
      running.codes += 1;
      return product.code(email, options);
    },
    emailOf: (name) => `${name}@${domain}`,
    atEnd: (work) => void endings.push(work),
    dispose: end,
  };
}

/** Vitest ends a worker by SIGTERM, which fires no `exit` event. */
function endWithWorker({ kill }: Product): void {
  process.once('exit', kill);
  process.once('SIGTERM', () => {
    kill();
    // A listener keeps the signal from ending the process, as Playwright's does while it has a browser: Vitest then kills the worker.
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM');
  });
}
