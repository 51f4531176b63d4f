import { expect, test } from 'vitest';
import { atMost } from '../../../tooling/tests/slow-machine.ts';
import { engines, type Engine } from './capabilities.ts';
import { lackingEngines, readVersions } from './compat-data.ts';
import { needs, oldestVersion, optional } from './oldest-versions.ts';
import { featuresOfScripts, featuresOfStyles } from './used-features.ts';

// The compiler reads all of the browser's sources.
test(
  'no source uses what the oldest versions lack, but what the product works without; what is listed is in use',
  { timeout: atMost(240_000) },
  () => {
    const oldest = Object.fromEntries(engines.map((engine) => [engine, oldestVersion(engine)])) as Record<Engine, number>;
    const known = new Map<string, boolean>();
    const isNewer = (path: string): boolean => {
      const versions = readVersions(path);
      const is = known.get(path) ?? (versions !== null && lackingEngines(versions, oldest).length > 0);
      known.set(path, is);
      return is;
    };
    const isNeeded = (path: string): boolean => needs.some(({ feature }) => feature === path);
    const styles = [...featuresOfStyles()];
    const used = [
      ...featuresOfScripts((path) => isNewer(path) || isNeeded(path)),
      ...styles.filter(([path]) => isNewer(path) || isNeeded(path)),
    ];

    const isListed = (path: string): boolean => isNeeded(path) || Object.keys(optional).some((start) => path.startsWith(start));
    expect(used.filter(([path]) => !isListed(path)).map(([path, where]) => `${path}: ${where}`)).toEqual([]);
    expect(Object.keys(optional).filter((start) => !used.some(([path]) => path.startsWith(start)))).toEqual([]);
  },
);
