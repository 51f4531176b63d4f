import { callsByFeature } from './openapi.ts';

export interface Data {
  readonly name: string;
  readonly count: number;
}
declare const data: readonly Data[];
export { data };

export default {
  watch: ['../../public/openapi.json'],
  load: (): readonly Data[] => [...callsByFeature()].map(([name, calls]) => ({ name, count: calls.length })),
};
