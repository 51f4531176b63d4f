import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
}
interface Member extends Named {
  readonly kind: 'field' | 'method';
  readonly return?: { readonly type: { readonly text: string } };
}
export interface ElementDeclaration {
  readonly tagName: string;
  readonly description: string;
  readonly attributes?: readonly Named[];
  readonly members?: readonly Member[];
  readonly events?: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssStates?: readonly Named[];
  readonly cssProperties?: readonly Named[];
}
interface Manifest {
  readonly modules: readonly { readonly declarations?: readonly (ElementDeclaration | { readonly tagName?: undefined })[] }[];
}

export const manifestFile = '../../public/custom-elements.json';

/** Reads the elements from the manifest that `generate.ts` copied, sorted by tag. */
export function readElements(): readonly ElementDeclaration[] {
  const { modules } = JSON.parse(readFileSync(join(import.meta.dirname, manifestFile), 'utf8')) as Manifest;
  return modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter((declaration) => declaration.tagName !== undefined)
    .toSorted((a, b) => (a.tagName < b.tagName ? -1 : 1));
}
