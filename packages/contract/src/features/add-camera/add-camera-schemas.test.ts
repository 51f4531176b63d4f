import { describe, expect, test } from 'vitest';
import { cameraSource, probeSourceBody, registerCameraBody } from './add-camera-schemas.ts';

describe('add-camera', () => {
  test('a source is an address or an agent', () => {
    expect(cameraSource.safeParse({ kind: 'rtsp', url: ' rtsp://10.0.0.2/cam ' }).data).toEqual({ kind: 'rtsp', url: 'rtsp://10.0.0.2/cam' });
    expect(cameraSource.safeParse({ kind: 'agent', serialNumber: 'WP-0001' }).success).toBe(true);
    expect(cameraSource.safeParse({ kind: 'file', url: '/etc/passwd' }).success).toBe(false);
    expect(cameraSource.safeParse({ kind: 'agent', serialNumber: '../1' }).success).toBe(false);
  });
  test('an ONVIF camera is named by its address alone', () => {
    expect(cameraSource.safeParse({ kind: 'onvif', address: ' 10.0.0.2 ' }).data).toEqual({ kind: 'onvif', address: '10.0.0.2' });
    expect(cameraSource.safeParse({ kind: 'onvif', address: '' }).success).toBe(false);
    expect(cameraSource.safeParse({ kind: 'onvif', address: '10.0.0.2', url: 'rtsp://10.0.0.2/' }).success).toBe(false);
    expect(probeSourceBody.safeParse({ source: { kind: 'onvif', address: '10.0.0.2' } }).success).toBe(true);
  });
  test('only addresses can be tried', () => {
    expect(probeSourceBody.safeParse({ source: { kind: 'agent', serialNumber: 'WP-0001' } }).success).toBe(false);
  });
  test('a registration needs its token', () => {
    expect(registerCameraBody.safeParse({ registrationToken: '', source: { kind: 'rtsp', url: 'rtsp://a' } }).success).toBe(false);
  });
});
