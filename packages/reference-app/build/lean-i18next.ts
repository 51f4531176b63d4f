import { parseAst, type Plugin } from 'vite';

/**
 * What the app has no use for, with what stands in for it: texts arrive with the code that shows them (shared/i18n/i18n.ts), and contain
 * neither formats nor other texts, which translations.test.ts checks.
 */
const classes: Readonly<Record<string, string>> = {
  Connector: 'class Connector extends EventEmitter { state = {}; }',
  Formatter: 'class Formatter { init() {} format(value) { return value; } }',
};
const methods: Readonly<Record<string, string>> = {
  'Interpolator.nest': 'nest(text) { return text; }',
  'I18n.reloadResources': 'reloadResources() {}',
  'I18n.hydrate': '',
  'I18n.loadNamespaces': '',
  'I18n.loadLanguages': '',
  'I18n.dir': '',
  'I18n.cloneInstance': '',
  'I18n.toJSON': '',
};

interface Replacement {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/**
 * Leaves out of i18next what the app does not use: it is one module with classes, of which a bundler keeps every method.
 * @throws when a class or a method is not there any more: a newer version is to be looked at
 */
export function leanI18nextSource(source: string): string {
  const found: Replacement[] = [];
  for (const node of parseAst(source).body) {
    if (node.type !== 'ClassDeclaration' || node.id === null) continue;
    const { name } = node.id;
    const whole = classes[name];
    if (whole !== undefined) found.push({ name, start: node.start, end: node.end, by: whole });
    for (const member of node.body.body) {
      if (member.type !== 'MethodDefinition' || member.key.type !== 'Identifier') continue;
      const method = `${name}.${member.key.name}`;
      const by = methods[method];
      if (by !== undefined) found.push({ name: method, start: member.start, end: member.end, by });
    }
  }
  const missing = [...Object.keys(classes), ...Object.keys(methods)].filter((wanted) => found.every(({ name }) => name !== wanted));
  if (missing.length > 0) throw new Error(`i18next has no ${missing.join(', ')} any more. Look at build/lean-i18next.ts.`);
  // From the end, so that the places before stay right.
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), source);
}

export function leanI18next(): Plugin {
  let isUsed = false;
  return {
    name: 'watchpost-lean-i18next',
    apply: 'build',
    transform: {
      filter: { id: /\/i18next\/dist\/esm\/i18next\.js$/ },
      handler(code) {
        isUsed = true;
        return { code: leanI18nextSource(code), map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isUsed) throw new Error('The module of i18next is elsewhere now. Look at build/lean-i18next.ts.');
    },
  };
}
