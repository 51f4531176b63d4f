/** Small texts kept by the browser. A browser that refuses storage behaves like one that forgets. */
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
        // Private modes and full disks: the value lives as long as the page.
      }
    },
  };
}

/** Kept until the person clears it, shared by all tabs. */
export const localTexts: TextStorage = storageOver(() => localStorage);
/** Kept while this tab lives, reloads included. */
export const tabTexts: TextStorage = storageOver(() => sessionStorage);
