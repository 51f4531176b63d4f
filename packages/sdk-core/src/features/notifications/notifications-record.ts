import type { StoragePort } from '../../kernel/ports.ts';

/** What this browser stores: who turned notifications on here, and which token the server has. */
export interface PushRecord {
  readonly customerId: string;
  /** Null while the server has no subscription of ours. */
  readonly sent: SentToken | null;
}

export interface SentToken {
  readonly kind: 'web-push' | 'firebase';
  readonly token: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface PushRecords {
  read(): PushRecord | null;
  /** Null deletes the record. */
  write(record: PushRecord | null): void;
}

/** The key under which every tab finds it. */
export const pushRecordKey = 'push';

export function createPushRecords(storage: StoragePort, announce: (key: string) => void): PushRecords {
  return {
    read: () => parse(storage.get(pushRecordKey)),
    write(record) {
      if (record) storage.set(pushRecordKey, JSON.stringify(record));
      else storage.remove(pushRecordKey);
      announce(pushRecordKey);
    },
  };
}

/** Anything on the origin can write to the storage: data in another format is ignored. */
function parse(text: string | null): PushRecord | null {
  try {
    const value: Partial<PushRecord> | null = JSON.parse(text ?? 'null');
    return typeof value?.customerId === 'string' ? { customerId: value.customerId, sent: sentToken(value.sent) } : null;
  } catch {
    return null;
  }
}

function sentToken(value: Partial<SentToken> | null | undefined): SentToken | null {
  const { kind, token, at } = value ?? {};
  return (kind === 'web-push' || kind === 'firebase') && typeof token === 'string' && typeof at === 'number' ? { kind, token, at } : null;
}
