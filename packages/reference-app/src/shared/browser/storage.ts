import { basePath } from '../navigation/base-path.ts';

/** Small texts stored by the browser. When a browser refuses storage, texts last as long as the page. */
export interface TextStorage {
  read(key: string): string | null;
  write(key: string, value: string | null): void;
}

/** Two servers under different paths of one origin share the browser's storage, but no values. public/boot.js knows it, too. */
export const storagePrefix = `watchpost:${`${basePath}/`.slice(1)}`;

function storageOver(open: () => Storage): TextStorage {
  return {
    read(key) {
      try {
        return open().getItem(storagePrefix + key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) open().removeItem(storagePrefix + key);
        else open().setItem(storagePrefix + key, value);
      } catch {
        // Private modes and full disks refuse storage: the value lives as long as the page.
      }
    },
  };
}

/** Persists until the user clears it, shared by all tabs. */
export const localTexts: TextStorage = storageOver(() => localStorage);
/** Persists while this tab is open, across reloads. */
export const tabTexts: TextStorage = storageOver(() => sessionStorage);
