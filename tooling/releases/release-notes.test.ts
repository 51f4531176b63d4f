import { expect, test } from 'vitest';
import { notesOf } from './release-notes.ts';

const changelog = '# @cams/player\n\n## 0.3.1\n\n### Patch Changes\n\n- A fix.\n\n## 0.3.0\n\n### Minor Changes\n\n- A feature.\n';

test.each([
  ['the newest', '0.3.1', '### Patch Changes\n\n- A fix.\n'],
  ['the oldest', '0.3.0', '### Minor Changes\n\n- A feature.\n'],
  ['one that only begins like another', '0.3', 'No changes of its own: its dependencies have a new version.\n'],
])('the notes of a release are the section of its version: %s', (_, version, notes) => {
  expect(notesOf(changelog, version)).toBe(notes);
});
