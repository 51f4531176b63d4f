import { packRelease } from '../releases/pack-release.ts';
import { writeSboms } from '../releases/sbom.ts';

// npm run release:pack, release:sbom: what .github/workflows/release.yml publishes, written to artifacts/release.
switch (process.argv[2]) {
  case 'pack':
    await packRelease();
    break;
  case 'sbom':
    for (const file of await writeSboms()) console.log(file);
    break;
  default:
    console.error('Usage: node tooling/start.mjs release <pack | sbom>');
    process.exitCode = 2;
}
