import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';

export interface Shot {
  readonly file: string;
  readonly label: string;
  /** Width of the screen, pixels. */
  readonly width: number;
}

/** How wide a picture of each width is on the sheet, pixels: phones large enough to read, desktops large enough to judge. */
const shownWidth = (width: number): number => (width <= 390 ? 300 : width <= 768 ? 420 : 720);

/** Puts pictures of one screen on one sheet, so that one look shows all its variants. @param page any page; it is left empty */
export async function makeContactSheet(page: Page, shots: readonly Shot[], file: string): Promise<void> {
  // Phones and tablets fit beside each other, desktops take a row.
  const rows = [shots.filter(({ width }) => width <= 768), shots.filter(({ width }) => width > 768)].map((row) =>
    row.map((shot) => ({ ...shot, url: pathToFileURL(shot.file).href, shown: shownWidth(shot.width) })),
  );
  const widest = Math.max(...rows.map((row) => row.reduce((sum, { shown }) => sum + shown + 16, 16)));
  await page.setViewportSize({ width: widest, height: 600 });
  // A page from a file may show files; an empty one may not.
  await page.goto(pathToFileURL(import.meta.filename).href);
  await page.evaluate(async (sheet) => {
    document.body.replaceChildren();
    document.body.style.cssText = 'margin:0;padding:8px;background:#777;font:13px sans-serif;color:#fff';
    const pictures: HTMLImageElement[] = [];
    for (const row of sheet) {
      const line = document.createElement('div');
      line.style.cssText = 'display:flex;align-items:flex-start';
      for (const { url, label, shown } of row) {
        const figure = document.createElement('figure');
        figure.style.cssText = 'margin:8px';
        const image = document.createElement('img');
        image.src = url;
        image.style.cssText = `width:${shown}px;display:block`;
        pictures.push(image);
        figure.append(label, image);
        line.append(figure);
      }
      document.body.append(line);
    }
    await Promise.all(pictures.map((image) => image.decode()));
  }, rows);
  await page.screenshot({ path: file, fullPage: true });
}
