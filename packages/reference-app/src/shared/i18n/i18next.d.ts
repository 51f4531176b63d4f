import 'i18next';
import type { messages } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: typeof messages };
    returnNull: false;
  }
}
