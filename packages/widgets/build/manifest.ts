/** What the analyzer finds in the elements' sources: https://github.com/webcomponents/custom-elements-manifest */
export interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly ManifestModule[];
}
interface ManifestModule {
  readonly path: string;
  readonly declarations?: readonly ElementDeclaration[];
}
export interface ElementDeclaration {
  readonly kind: string;
  readonly name: string;
  readonly tagName?: string;
  readonly description?: string;
  readonly attributes?: readonly Named[];
  readonly members?: readonly Member[];
  readonly events?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssStates?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly slots?: readonly Named[];
}
interface Named {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
}
interface Member extends Named {
  readonly kind: 'field' | 'method';
  readonly privacy?: string;
  readonly static?: boolean;
  readonly readonly?: boolean;
}

export interface PackageIdentity {
  readonly name: string;
  readonly version: string;
}

/** The address of the guide, in the editors' tooltips. */
const guide = 'https://github.com/watchpost/watchpost/blob/main/docs/guide/player.md';
/** Calls of the browser. */
const callbacks = ['connectedCallback', 'disconnectedCallback', 'attributeChangedCallback'];

/** The attribute's property. */
export function propertyOf(attribute: string): string {
  return attribute.replaceAll(/-(.)/g, (_, character: string) => character.toUpperCase());
}

/** The elements, by their tags. Only what a page can use: without private members, and with `lang` left to HTML. */
export function elementsOf({ modules }: Manifest): readonly (ElementDeclaration & { readonly tagName: string })[] {
  return modules
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap((declaration) => (declaration.tagName === undefined ? [] : [{ ...declaration, tagName: declaration.tagName }]))
    .map((declaration) => ({
      ...declaration,
      attributes: (declaration.attributes ?? []).filter(({ name }) => name !== 'lang'),
      members: (declaration.members ?? []).filter(
        (member) => member.privacy === undefined && member.static !== true && !callbacks.includes(member.name),
      ),
    }))
    .toSorted((one, other) => one.tagName.localeCompare(other.tagName));
}

/** `custom-elements.json` of the package, whose module is its entry instead of our source. */
export function packageManifest(manifest: Manifest): object {
  const path = 'dist/elements.js';
  const elements = elementsOf(manifest);
  return {
    schemaVersion: manifest.schemaVersion,
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: elements.map(({ attributes, ...element }) => ({
          ...element,
          attributes: attributes?.map((attribute) => ({ ...attribute, fieldName: fieldOf(element, attribute.name) })),
          events: element.events?.map((event) => ({ ...event, type: { text: `WatchpostEventMap['${event.name}']` } })),
          superclass: { name: 'HTMLElement' },
          customElement: true,
        })),
        exports: elements.map(({ name }) => ({ kind: 'js', name, declaration: { name, module: path } })),
      },
      ...elements.map(({ name, tagName }) => ({
        kind: 'javascript-module',
        path: `dist/define/${tagName.replace('watchpost-', '')}.js`,
        exports: [{ kind: 'custom-element-definition', name: tagName, declaration: { name, module: path } }],
      })),
    ],
  };
}

/** Attributes of HTML, such as `data-theme`, have no property of ours. */
function fieldOf({ members }: Pick<ElementDeclaration, 'members'>, attribute: string): string | undefined {
  const property = propertyOf(attribute);
  return members?.some(({ name }) => name === property) ? property : undefined;
}

/** The words that an attribute takes; none if it takes anything. */
function wordsOf({ type }: Named): readonly string[] {
  return [...(type?.text ?? '').matchAll(/"([\w-]+)"/g)].map(([, word = '']) => word);
}

/** For VS Code: `"html.customData": ["./node_modules/@watchpost/widgets/dist/html.custom-data.json"]`. */
export function customData(manifest: Manifest): object {
  return {
    version: 1.1,
    tags: elementsOf(manifest).map(({ tagName, description, attributes = [] }) => ({
      name: tagName,
      description,
      attributes: attributes.map((attribute) => ({
        name: attribute.name,
        description: attribute.description,
        ...(attribute.type?.text === 'boolean'
          ? { values: [{ name: 'true' }, { name: 'false' }] }
          : wordsOf(attribute).length > 0 && { values: wordsOf(attribute).map((name) => ({ name })) }),
      })),
      references: [{ name: 'Guide', url: guide }],
    })),
  };
}

/** For JetBrains' editors, which find it by the field `web-types` of package.json. */
export function webTypes(manifest: Manifest, { name, version }: PackageIdentity): object {
  const brief = ({ name: title, description }: Named): object => ({ name: title, description });
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name,
    version,
    'description-markup': 'markdown',
    'js-types-syntax': 'typescript',
    contributions: {
      html: {
        elements: elementsOf(manifest).map((element) => ({
          name: element.tagName,
          description: element.description,
          'doc-url': guide,
          attributes: element.attributes?.map((attribute) => ({
            ...brief(attribute),
            value: { type: attribute.type?.text ?? 'string' },
          })),
          js: {
            properties: element.members
              ?.filter(({ kind }) => kind === 'field')
              .map((member) => ({ ...brief(member), type: member.type?.text ?? 'unknown' })),
            events: element.events?.map(brief),
          },
          css: {
            properties: element.cssProperties?.map(brief),
            parts: element.cssParts?.map(brief),
            'pseudo-classes': element.cssStates?.map(({ name: state, description }) => ({ name: `state(${state})`, description })),
          },
        })),
      },
    },
  };
}
