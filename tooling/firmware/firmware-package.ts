import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { root } from '../lib/root.ts';

export interface FirmwarePackage {
  readonly version: string;
  readonly manifestFile: string;
  readonly packageFile: string;
}

export interface FirmwarePackageOptions {
  /** Private key of the signer, PEM: `openssl genpkey -algorithm ed25519`. */
  readonly privateKey: string;
  /** Output folder of both files; a server reads them from `DATA_DIR/firmware`. */
  readonly folder: string;
  /** Version in the agent's package.json. */
  readonly version?: string;
}

const agent = join(root, 'packages/camera-agent');
/** The model name that the agent reports. */
const model = 'Camera agent';
/** Loaded from its own package at run time, so it is copied unchanged. */
const wasm = 'zxing-wasm/reader/zxing_reader.wasm';

/** Bundles the camera agent with its dependencies, packs and signs it for cameras that trust this key. @throws {TypeError} when the key is not an Ed25519 private key */
export async function makeFirmwarePackage({ privateKey, folder, version: wanted }: FirmwarePackageOptions): Promise<FirmwarePackage> {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new TypeError('The key is no Ed25519 private key. Make one: openssl genpkey -algorithm ed25519 -out firmware.pem');
  const { version: own }: { version: string } = JSON.parse(await readFile(join(agent, 'package.json'), 'utf8'));
  const version = wanted ?? own;
  const made = await mkdtemp(join(tmpdir(), 'watchpost-firmware-'));
  try {
    await bundle(join(made, 'dist/cli'));
    await writeFile(join(made, 'package.json'), JSON.stringify({ name: '@watchpost/camera-agent', version, type: 'module' }));
    await copyWasm(join(made, 'node_modules/zxing-wasm'));
    await mkdir(folder, { recursive: true });
    const name = `camera-agent-${version}`;
    const packageFile = join(folder, `${name}.tar.gz`);
    await promisify(execFile)('tar', ['-czf', packageFile, '--owner=0', '--group=0', '--numeric-owner', '-C', made, '.']);
    const content = await readFile(packageFile);
    const described = { model, version, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    // Must match the contract's firmwareText.
    const text = JSON.stringify(['watchpost-firmware', model, version, described.size, described.sha256]);
    const manifestFile = join(folder, `${name}.json`);
    await writeFile(
      manifestFile,
      `${JSON.stringify({ ...described, signature: sign(null, Buffer.from(text), key).toString('base64url') }, null, 2)}\n`,
    );
    return { version, manifestFile, packageFile };
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: agent,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/cli/main.ts',
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { output: { format: 'es', codeSplitting: false, entryFileNames: 'main.js' } },
    },
  });
}

async function copyWasm(folder: string): Promise<void> {
  const file = createRequire(join(agent, 'package.json')).resolve(wasm);
  const source = file.slice(0, file.lastIndexOf('zxing-wasm') + 'zxing-wasm'.length);
  for (const path of [file, join(source, 'package.json')]) {
    const target = join(folder, path.slice(source.length));
    await mkdir(dirname(target), { recursive: true });
    await cp(path, target);
  }
}
