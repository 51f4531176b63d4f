import { cameraModelList } from '@watchpost/contract/schemas/add-camera';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestClient } from '../../testing/index.ts';
import { modelTexts } from './add-camera-model-texts.ts';
import { readModels } from './add-camera-models.ts';

const model = {
  modelId: 'onvif',
  imageUrl: '/camera-models/onvif.svg',
  capabilities: { qrscan: false, wsdiscovery: true, mic: true, infrared: true },
  translations: { en: { name: 'Camera', about: 'A camera.' }, ru: { name: 'Камера', about: 'Камера.' } },
};

test('invalid models are skipped, and the others stay', () => {
  const wrong = [
    null,
    'x',
    {},
    { ...model, modelId: 'a b' },
    { ...model, imageUrl: '//evil.example/a.svg' },
    { ...model, capabilities: {} },
    { ...model, translations: {} },
    { ...model, translations: { en: { name: '' } } },
  ];
  expect(readModels([...wrong, model])).toEqual([model]);
  expect(readModels({ models: [model] })).toEqual([]);
});

test('whatever the file contains, the result matches the contract', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.anything(),
          fc.record({
            modelId: fc.string(),
            imageUrl: fc.webPath(),
            capabilities: fc.constant(model.capabilities),
            translations: fc.constant(model.translations),
          }),
          fc.constant(model),
        ),
      ),
      (list) => {
        expect(cameraModelList.safeParse(readModels(list)).success).toBe(true);
      },
    ),
  );
});

test('a language without a translation falls back to English', () => {
  expect([
    modelTexts(model, 'ru').name,
    modelTexts(model, 'en').name,
    modelTexts({ ...model, translations: { en: model.translations.en } }, 'ru').name,
  ]).toEqual(['Камера', 'Camera', 'Camera']);
});

test('the list is loaded from the app’s origin, without a token', async () => {
  const { client, server } = createTestClient();
  server.cameraModels = [model, {}];
  expect(await client.addCamera.models()).toEqual([model]);
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBe(null);
});
