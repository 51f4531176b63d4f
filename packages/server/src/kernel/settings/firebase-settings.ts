import { firebaseConfigSchema, type FirebaseConfig } from '@watchpost/contract/schemas/notifications';
import { z } from 'zod';

/** A Firebase project that sends push messages. */
export interface FirebaseSettings {
  readonly config: FirebaseConfig;
  /** The public key of the web push certificate. */
  readonly vapidKey: string;
  /** Path of the service account's key file. */
  readonly serviceAccountFile: string;
  /** `https://fcm.googleapis.com`, or a proxy of it. */
  readonly endpoint: string;
}

/** Services that a browser calls for a registration token: the installations and the registrations of Firebase. */
export const firebaseServices: readonly string[] = [
  'https://firebaseinstallations.googleapis.com',
  'https://fcmregistrations.googleapis.com',
];

const howToConfigure = 'must be the web configuration as JSON: {"apiKey":"…","projectId":"…","appId":"…","messagingSenderId":"…"}';

interface FirebaseValues {
  readonly WATCHPOST_FIREBASE_CONFIG?: FirebaseConfig | undefined;
  readonly WATCHPOST_FIREBASE_VAPID_KEY?: string | undefined;
  readonly WATCHPOST_FIREBASE_SERVICE_ACCOUNT?: string | undefined;
  readonly WATCHPOST_FIREBASE_ENDPOINT: string;
}

/**
 * Reads the Firebase settings.
 * @returns the settings, null when there are none, or the names of the missing variables
 */
export function readFirebase(values: FirebaseValues): FirebaseSettings | null | readonly string[] {
  const {
    WATCHPOST_FIREBASE_CONFIG: config,
    WATCHPOST_FIREBASE_VAPID_KEY: vapidKey,
    WATCHPOST_FIREBASE_SERVICE_ACCOUNT: serviceAccountFile,
  } = values;
  if (config && vapidKey !== undefined && serviceAccountFile !== undefined)
    return { config, vapidKey, serviceAccountFile, endpoint: values.WATCHPOST_FIREBASE_ENDPOINT };
  const given = {
    WATCHPOST_FIREBASE_CONFIG: config,
    WATCHPOST_FIREBASE_VAPID_KEY: vapidKey,
    WATCHPOST_FIREBASE_SERVICE_ACCOUNT: serviceAccountFile,
  };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return missing.length === 3 ? null : missing;
}

/** Parses Firebase's web configuration from a variable; used as a zod transformation. */
export function parseFirebaseConfig(text: string, context: z.RefinementCtx): FirebaseConfig {
  try {
    return firebaseConfigSchema.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: howToConfigure });
    return z.NEVER;
  }
}
