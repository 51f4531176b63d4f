import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeFirmwarePackage } from '../firmware/firmware-package.ts';

// npm run firmware -- --key firmware.pem --out DATA_DIR/firmware: packs and signs the camera agent of this checkout as an update for cameras.
const { values } = parseArgs({ options: { key: { type: 'string' }, out: { type: 'string' } } });
if (values.key === undefined || values.out === undefined) {
  console.error(
    'Usage: npm run firmware -- --key PRIVATE.pem --out FOLDER\n  A key: openssl genpkey -algorithm ed25519 -out PRIVATE.pem; its public half for the cameras: openssl pkey -in PRIVATE.pem -pubout',
  );
  process.exit(2);
}
const { version, manifestFile, packageFile } = await makeFirmwarePackage({
  privateKey: await readFile(values.key, 'utf8'),
  folder: values.out,
});
console.log(`Version ${version}:\n  ${packageFile}\n  ${manifestFile}`);
