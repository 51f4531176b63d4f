import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Pictures that may be cropped: the one beside the sign-in form, and the scanner's view. Event pictures are placed around their subject. */
const cut = ['.sign-picture>img', '.add-scanner video'];

test('no stylesheet crops a camera’s picture', () => {
  const sources = fileURLToPath(new URL('../../', import.meta.url));
  const rules = globSync('{reference-app,widgets}/src/**/*.css', { cwd: sources }).flatMap((file) =>
    [...readFileSync(`${sources}/${file}`, 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      file,
      selector: selector.trim(),
      body,
    })),
  );
  expect(rules.length).toBeGreaterThan(500);
  expect(
    rules
      .filter(({ selector, body }) => /object-fit:\s*cover/.test(body) && !cut.includes(selector))
      .map(({ file, selector }) => `${file}: ${selector}`),
  ).toEqual([]);
  // A 16:9 picture in a lower box is cropped at its lower edge: the width must shrink, not the height.
  expect(
    rules
      .filter(({ selector, body }) => /aspect-ratio:\s*16\/9/.test(body) && /max-height/.test(body) && !/sd-card-/.test(selector))
      .map(({ file, selector }) => `${file}: ${selector}`),
  ).toEqual([]);
});
