import { barcodeSvg } from './code128.ts';

/** What a camera discloses to clients in its network. */
export interface LocalInfo {
  readonly serialNumber: string;
  readonly model: string;
  readonly name: string;
  readonly appVersion: string;
}

/** Renders the page at the camera's address: its serial number as text and as a barcode. */
export function localPage({ name, model, serialNumber, appVersion }: LocalInfo): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
<style>
  body { margin: 0 auto; max-width: 32rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #16181d; background: #fff; }
  svg { display: block; width: 100%; height: 6rem; margin: 1.5rem 0 .5rem; }
  code { font-size: 1.25rem; overflow-wrap: anywhere; }
</style>
<h1>${escaped(name)}</h1>
<p>${escaped(model)}, ${escaped(appVersion)}</p>
<p>To add this camera, choose “By serial number” in the app and scan this code or type the number.</p>
${barcodeSvg(serialNumber)}
<p><code>${escaped(serialNumber)}</code></p>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
