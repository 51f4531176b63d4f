import type { PushStorePort } from '../features/notifications/index.ts';

const storeName = 'values';

/**
 * Stores values in IndexedDB. A change is one transaction, so two tabs can't both start an exclusive operation, and the service worker sees the values too.
 * Every call rejects where the browser stores nothing (site data refused, old private windows).
 */
export function createIndexedStore(databaseName: string = 'watchpost-push'): PushStorePort {
  return {
    read: (key) => within('readonly', (store) => answered<unknown>(store.get(key))),
    update: (key, change) =>
      within('readwrite', async (store) => {
        const next = change(await answered<unknown>(store.get(key)));
        await (next === undefined ? answered(store.delete(key)) : answered(store.put(next, key)));
        return next;
      }),
  };

  /** Opened for each change and closed afterwards: a page in the back/forward cache must not block other connections. */
  async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    const database = await open(databaseName);
    try {
      const transaction = database.transaction(storeName, mode);
      const committed = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      const [result] = await Promise.all([work(transaction.objectStore(storeName)), committed]);
      return result;
    } finally {
      database.close();
    }
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    } catch (error) {
      // IndexedDB is missing, or even reading its name is forbidden.
      reject(error);
    }
  });
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
