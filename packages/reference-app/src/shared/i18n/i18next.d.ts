import 'i18next';
import type { TextNamespaces } from './define-texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: TextNamespaces;
    returnNull: false;
  }
}
