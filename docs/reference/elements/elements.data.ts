import { manifestFile, readElements } from './manifest.ts';

export interface Data {
  readonly tagName: string;
  readonly description: string;
}
declare const data: readonly Data[];
export { data };

export default {
  watch: [manifestFile],
  load: (): readonly Data[] =>
    readElements().map(({ tagName, description }) => ({ tagName, description: /^[^.]+\./.exec(description)?.[0] ?? '' })),
};
