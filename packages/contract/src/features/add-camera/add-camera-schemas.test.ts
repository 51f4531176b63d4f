import { describe, expect, test } from 'vitest';
import { cameraModelSchema, cameraSource, probeSourceBody, registerCameraBody, registrationParameters } from './add-camera-schemas.ts';

describe('add-camera', () => {
  test('a source is an RTSP URL or an agent', () => {
    expect(cameraSource.safeParse({ kind: 'rtsp', url: ' rtsp://10.0.0.2/cam ' }).data).toEqual({
      kind: 'rtsp',
      url: 'rtsp://10.0.0.2/cam',
    });
    expect(cameraSource.safeParse({ kind: 'agent', serialNumber: 'WP-0001' }).success).toBe(true);
    expect(cameraSource.safeParse({ kind: 'file', url: '/etc/passwd' }).success).toBe(false);
    expect(cameraSource.safeParse({ kind: 'agent', serialNumber: '../1' }).success).toBe(false);
  });
  test('an ONVIF camera requires only its address', () => {
    expect(cameraSource.safeParse({ kind: 'onvif', address: ' 10.0.0.2 ' }).data).toEqual({ kind: 'onvif', address: '10.0.0.2' });
    expect(cameraSource.safeParse({ kind: 'onvif', address: '' }).success).toBe(false);
    expect(cameraSource.safeParse({ kind: 'onvif', address: '10.0.0.2', url: 'rtsp://10.0.0.2/' }).success).toBe(false);
    expect(probeSourceBody.safeParse({ source: { kind: 'onvif', address: '10.0.0.2' } }).success).toBe(true);
  });
  test('a phone sends only its kind, model and time zone', () => {
    expect(cameraSource.safeParse({ kind: 'phone', model: ' Pixel 4 ', timeZone: 'Asia/Tokyo' }).data).toEqual({
      kind: 'phone',
      model: 'Pixel 4',
      timeZone: 'Asia/Tokyo',
    });
    expect(cameraSource.safeParse({ kind: 'phone' }).success).toBe(true);
    for (const timeZone of ['', 'Mars/Base', '+05:30', 'Etc/Unknown', '<script>', 'Europe/Moscow\n', 'x'.repeat(65)]) {
      expect(cameraSource.safeParse({ kind: 'phone', timeZone }).success, timeZone).toBe(false);
      expect(cameraSource.safeParse({ kind: 'agent', serialNumber: 'WP-0001', timeZone }).success, timeZone).toBe(false);
      expect(
        registerCameraBody.safeParse({ registrationToken: 't'.repeat(43), timeZone, source: { kind: 'phone' } }).success,
        timeZone,
      ).toBe(false);
    }
    expect(cameraSource.safeParse({ kind: 'phone', serialNumber: 'WP-0001' }).success).toBe(false);
    expect(cameraSource.safeParse({ kind: 'phone', model: 'x'.repeat(101) }).success).toBe(false);
    expect(probeSourceBody.safeParse({ source: { kind: 'phone' } }).success).toBe(false);
  });
  test('only URLs and addresses can be tested', () => {
    expect(probeSourceBody.safeParse({ source: { kind: 'agent', serialNumber: 'WP-0001' } }).success).toBe(false);
  });
  test('a registration requires its token', () => {
    expect(registerCameraBody.safeParse({ registrationToken: '', source: { kind: 'rtsp', url: 'rtsp://a' } }).success).toBe(false);
  });
  test('a registration is queried by its id only', () => {
    expect(registrationParameters.safeParse({ id: 'reg_1-a' }).success).toBe(true);
    expect(registrationParameters.safeParse({ id: '../local' }).success).toBe(false);
  });
  test('a model’s picture is served with the app only', () => {
    const model = (imageUrl: string) =>
      cameraModelSchema.safeParse({
        modelId: 'onvif',
        imageUrl,
        capabilities: { qrscan: false, wsdiscovery: true, mic: true, infrared: true },
        translations: { en: { name: 'Camera', about: '' } },
      }).success;
    expect(model('/camera-models/onvif.svg')).toBe(true);
    for (const url of ['https://evil.example/a.svg', '//evil.example/a.svg', 'javascript:alert(1)', '/../a.svg', 'a.svg'])
      expect(model(url), url).toBe(false);
  });
});
