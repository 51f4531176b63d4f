/** By address: those that are here or on their way. One that was lost is not kept, so that it is asked for with the code's next try. */
const sheets = new Map<string, Promise<void>>();

/**
 * What the bundler calls for each late `import` whose code has styles, in place of a helper of its own that asks for each style sheet only once.
 * @param files paths of style sheets below the app's address
 * @throws {TypeError} when a style sheet does not come, or what `load` throws
 */
export async function withStyles<Code>(load: () => Promise<Code>, files: readonly string[] = []): Promise<Code> {
  await Promise.all(files.map((file) => {
    const sheet = sheets.get(file) ?? fetchSheet(`/${file}`);
    sheets.set(file, sheet);
    return sheet.catch((error: unknown) => {
      sheets.delete(file);
      throw error;
    });
  }));
  return load();
}

async function fetchSheet(href: string): Promise<void> {
  // Those of the first page: a second copy behind the others would win over them.
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return;
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new TypeError(`Failed to load ${href}`));
    });
    document.head.append(link);
  });
}
