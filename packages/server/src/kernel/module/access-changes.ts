/** Announces changed access to cameras, so that media in progress are checked at once instead of at the next regular check. */
export interface AccessChanges {
  /**
   * Announces a change after it was saved.
   * @param customerId whose access changed, and with it that of their guests and of their embed tokens; null for everyone
   */
  changed(cameraId: string, customerId: string | null): void;
  /** Returns a function that removes the listener. */
  onChanged(listener: AccessListener): () => void;
}

type AccessListener = (cameraId: string, customerId: string | null) => void;

export function createAccessChanges(): AccessChanges {
  const listeners = new Set<AccessListener>();
  return {
    changed: (cameraId, customerId) => {
      for (const listener of listeners) listener(cameraId, customerId);
    },
    onChanged: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
