import { describe, expect, test } from 'vitest';
import { iframeCode, pageCode, serverCode, textOf } from './developers-snippet.ts';

const options = { server: 'https://cams.example', cameraId: 'yard', hasArchive: true, hasSound: false, hasPtz: false };
const marks = (code: ReturnType<typeof serverCode>): string[] =>
  code.flatMap((part) => (typeof part === 'object' && 'mark' in part ? [part.mark] : []));

describe('the code to paste', () => {
  test('names the server’s script, the camera, and where tokens come from', () => {
    const html = textOf(pageCode('html', options));
    expect(html).toContain('src="https://cams.example/embed/v1/watchpost.js"></script>');
    expect(html).toContain('  camera-id="yard"\n  token-url="/api/watchpost-token"\n  timeline muted\n></watchpost-camera>');
    for (const framework of ['html', 'react', 'vue'] as const)
      expect(textOf(pageCode(framework, options))).toContain('/api/watchpost-token');
    expect(textOf(pageCode('react', options))).toContain('<CameraPlayer cameraId="yard" timeline muted />');
    expect(textOf(serverCode(options, 'https://shop.example'))).toContain("app.post('/api/watchpost-token'");
  });

  test('marks all that the controls decide, and nothing else', () => {
    expect(marks(pageCode('html', options))).toEqual(['yard', 'timeline', 'muted']);
    expect(marks(pageCode('react', { ...options, hasArchive: false, hasSound: true }))).toEqual(['yard']);
    expect(marks(serverCode(options, 'https://shop.example'))).toEqual([
      'yard',
      'https://shop.example',
      "archive: { kind: 'last-hours', hours: 24 },",
    ]);
    expect(marks(serverCode({ ...options, hasArchive: false, hasSound: true, hasPtz: true }, 'https://shop.example')).slice(2)).toEqual([
      'withAudio: true,',
      'withPtz: true,',
    ]);
  });

  test('an iframe has the address of a link; a title can’t leave its attribute', () => {
    const text = textOf(iframeCode({ url: 'https://cams.example/e/abc' }, 'Back "yard" <b>'));
    expect(text).toContain('src="https://cams.example/e/abc"');
    expect(text).toContain('title="Back &quot;yard&quot; &lt;b>"');
  });
});
