import { randomUUID } from 'node:crypto';
import { failure, ok, reasonOf, warning, type Check } from './finding.ts';

const timeoutMs = 15_000;
const probe = Buffer.from('Written by "watchpost doctor", and to be removed.');
const range = { start: 8, end: 16 };

/** Does with one small object what the server does with recordings. */
export const objectStoreCheck: Check = {
  name: 'Objects',
  run: async ({ s3: settings }, { now }) => {
    if (settings === null) return ok('recordings are in DATA_DIR');
    const name = `${settings.bucket} at ${new URL(settings.endpoint).host}`;
    const { createS3Objects } = await import('../../media/object-store/s3-objects.ts');
    const store = createS3Objects({ settings, clock: { now } });
    const key = `doctor/${randomUUID()}`;
    const signal = AbortSignal.timeout(timeoutMs);
    let step = 'be written to';
    try {
      await store.put(key, probe, signal);
      step = 'be read by range';
      const read = await store.read(key, range, signal);
      if (!probe.subarray(range.start, range.end + 1).equals(read))
        return failure('objects-damaged', {
          what: `${name} returns other bytes than were written`,
          remedy: 'Use another store: recordings would be lost.',
        });
      step = 'be listed';
      let isListed = false;
      for await (const object of store.list('doctor/', signal)) isListed ||= object.key === key;
      if (!isListed)
        return warning('objects-late', {
          what: `${name} does not list what was written`,
          why: 'Storage that is not needed any more would not be found.',
          remedy: 'Use a store whose lists are consistent.',
        });
      step = 'remove objects';
      await store.remove([key], signal);
      return ok(name);
    } catch (error) {
      const reason = reasonOf(error);
      return warning('objects-unusable', {
        what: `${name} can’t ${step} (${reason})`,
        why: 'Recordings wait on the local disk until it is full.',
        remedy:
          'Check WATCHPOST_S3_ENDPOINT, the keys, and the rights of their user: s3:PutObject, s3:GetObject, s3:ListBucket, s3:DeleteObject.',
      });
    }
  },
};
