/** Small texts stored by the browser. When a browser refuses storage, texts last as long as the page. */
export interface TextStorage {
  read(key: string): string | null;
  write(key: string, value: string | null): void;
}

const prefix = 'watchpost:';

function storageOver(open: () => Storage): TextStorage {
  return {
    read(key) {
      try {
        return open().getItem(prefix + key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) open().removeItem(prefix + key);
        else open().setItem(prefix + key, value);
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
