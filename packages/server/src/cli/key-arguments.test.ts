import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

const read = (line: string) => readArguments(line.split(' ')).options.keys;
const owner = '--owner Anna@Example.com';

test('a key is described by its options', () => {
  expect(
    read(
      `keys create Shop ${owner} --scope live --scope embed-tokens --camera cam-1 --origin https://shop.example --ip-range 10.0.0.0/8 --expires 2030-12-31`,
    ),
  ).toEqual({
    action: 'create',
    owner: 'anna@example.com',
    subject: 'Shop',
    terms: {
      scopes: ['live', 'embed-tokens'],
      cameraIds: ['cam-1'],
      origins: ['https://shop.example'],
      ipRanges: ['10.0.0.0/8'],
      expiresAt: Date.UTC(2030, 11, 31, 23, 59, 59, 999),
    },
  });
  expect(read(`keys create Shop ${owner} --scope live`)?.terms).toEqual({
    scopes: ['live'],
    cameraIds: null,
    origins: [],
    ipRanges: [],
    expiresAt: null,
  });
});

test('without more words, keys are listed', () => {
  expect(read(`keys ${owner}`)).toMatchObject({ action: 'list', subject: null });
  expect(read(`keys revoke key_1 ${owner}`)).toMatchObject({ action: 'revoke', subject: 'key_1' });
});

test.each([
  ['keys', 'Whose keys?'],
  [`keys make Shop ${owner}`, 'list, create, revoke'],
  [`keys create ${owner} --scope live`, 'What is it for?'],
  [`keys create Shop ${owner}`, 'What can it do?'],
  [`keys revoke ${owner}`, 'Which key?'],
  [`keys create My shop ${owner} --scope live`, 'What does "shop" mean?'],
  [`keys list all ${owner}`, 'What does "all" mean?'],
])('%s: %s', (line, problem) => {
  expect(() => read(line)).toThrow(problem);
});

test('help needs no owner', () => {
  expect(readArguments(['keys', '--help'])).toMatchObject({ help: true, command: 'keys' });
});
