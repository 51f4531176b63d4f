import type { Plugin } from 'rollup';

/** Libraries that ofetch references for options that sdk-core never passes: a base URL, a query, and a body that ofetch parses. */
const libraries: Readonly<Record<string, string>> = {
  ufo: 'const unused = () => { throw new Error("ufo was left out of this build."); }; export { unused as withBase, unused as withQuery };',
  destr: 'export default () => { throw new Error("destr was left out of this build."); };',
};
const prefix = '\0watchpost-unused:';

/** Parts of `createFetch` that sdk-core's settings turn off, and what takes their place. */
const parts: readonly (readonly [RegExp, string])[] = [
  // `retry: 0` and `ignoreResponseError: true`: only a request that got no response ends here, and sdk-core wraps its error itself.
  [
    /async function onError\(context\) \{[\s\S]*?\n {2}\}\n(?= {2}const \$fetchRaw)/,
    'function onError(context) { throw context.error; }\n',
  ],
  // No hooks: before the request, after its failure, after its response, whose status is sdk-core's own matter.
  [/ {4}if \(context\.options\.onRequest\) \{[\s\S]*?\n {4}\}\n(?= {4}if \(typeof context\.request)/, ''],
  [/ {6}if \(context\.options\.onRequestError\) \{[\s\S]*?\n {6}\}\n(?= {6}return await onError)/, ''],
  [/ {4}if \(context\.options\.onResponse\) \{[\s\S]*?(?= {4}return context\.response;)/, ''],
  // Neither headers nor a query by default, and complete addresses.
  [
    /function mergeHeaders\(input, defaults, Headers\) \{[\s\S]*?\n\}\n/,
    'const mergeHeaders = (input, _, Headers) => new Headers(input);\n',
  ],
  [/ {2}let query;\n {2}if \(defaults\?\.query [\s\S]*?\n {2}\}\n(?= {2}return \{)/, ''],
  [/ {4}query,\n {4}params: query,\n/, ''],
  [/ {4}if \(typeof context\.request === "string"\) \{[\s\S]*?\n {4}\}\n(?= {4}if \(context\.options\.body)/, ''],
  // Bodies are objects, forms and blobs, no streams.
  [/ else if \(\s*\/\/ ReadableStream Body[\s\S]*?\n {6}\}\n(?= {4}\}\n)/, '\n'],
  // No `timeout`: sdk-core has timers of its own.
  [/ {4}let abortTimeout;[\s\S]*?\n {4}\}\n(?= {4}try \{)/, ''],
  [/ finally \{\s*if \(abortTimeout\) \{[\s\S]*?\n {4}\}\n/, '\n'],
  // `responseType: 'stream'`: the caller reads the body.
  [/ {4}const hasBody = [\s\S]*?\n {4}\}\n(?= {4}return context\.response;)/, ''],
  // Only `raw` is called.
  [/const \$fetch = async function[\s\S]*?\n {2}return \$fetch;/, 'return { raw: $fetchRaw };'],
];

/**
 * Leaves 3 KB out of the script-tag files. A bundler can't: whether ofetch runs this code depends on options that it gets at run time.
 * `kernel/transport.ts` of sdk-core sets them once (ADR 71), and passes complete addresses.
 */
export function withoutUnusedFetchParts(): Plugin {
  return {
    name: 'watchpost-unused-fetch-parts',
    resolveId: {
      order: 'pre',
      handler: (source, importer = '') => (Object.hasOwn(libraries, source) && importer.includes('/ofetch/') ? prefix + source : null),
    },
    load: (id) => (id.startsWith(prefix) ? { code: libraries[id.slice(prefix.length)] ?? '', moduleSideEffects: false } : null),
    transform: {
      filter: { id: /\/ofetch\/dist\/(index|shared\/ofetch\.[\w-]+)\.mjs$/ },
      // The entry makes a client of its own when it loads.
      handler: (code, id) => ({ code: id.endsWith('index.mjs') ? onlyCreateFetch(code) : withoutUnusedParts(code), map: null }),
    },
  };
}

/** @throws {Error} if ofetch no longer has the expected form: check which of its parts sdk-core's settings turn off */
export function withoutUnusedParts(code: string): string {
  return parts.reduce((before, [part, replacement]) => {
    const after = before.replace(part, () => replacement);
    if (after === before) throw new Error(`ofetch does not have the form that build/unused-fetch-parts.ts expects: ${part.source}`);
    return after;
  }, code);
}

/** @throws {Error} if the entry no longer has the expected form */
function onlyCreateFetch(code: string): string {
  const [first] = /^import \{ c as createFetch \} from '[^']+';/.exec(code) ?? [];
  if (first === undefined) throw new Error('The entry of ofetch does not have the form that build/unused-fetch-parts.ts expects.');
  return `${first}\nexport { createFetch };`;
}
