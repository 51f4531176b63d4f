import { expect, test } from 'vitest';
import { pushSubject } from './push-subject.ts';

const software = 'https://github.com/watchpost/watchpost';
const sender = 'Watchpost <no-reply@cams.example>';

test.each([
  ['https://cams.example', sender, 'https://cams.example'],
  ['https://example.org/cams', sender, 'https://example.org/cams'],
  ['http://cams.example', sender, 'mailto:no-reply@cams.example'],
  [null, sender, 'mailto:no-reply@cams.example'],
  [null, 'no-reply@cams.example', 'mailto:no-reply@cams.example'],
  [null, ' mailto:no-reply@cams.example ', 'mailto:no-reply@cams.example'],
  // What Apple refuses.
  [null, 'Watchpost <no-reply@localhost>', software],
  ['https://localhost', 'Watchpost <no-reply@localhost>', software],
  ['https://localhost:8443', 'no-reply@localhost.localdomain.', software],
  ['https://watchpost.local', 'a@nas.local', software],
  ['https://192.168.1.5', 'a@[192.168.1.5]', software],
  ['https://[fd00::5]', 'a@192.168.1.5', software],
  ['https://nas', 'no address', software],
  ['https://nas', '', software],
  ['https://nas', sender, 'mailto:no-reply@cams.example'],
])('of a server at %s with mail from %s: %s', (publicOrigin, mailFrom, subject) => {
  expect(pushSubject({ publicOrigin, mailFrom })).toBe(subject);
});
