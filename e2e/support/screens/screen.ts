import type { Page } from 'playwright';
import type { Stage } from './stage.ts';

/** What a screen is brought into its state with. */
export interface View {
  readonly page: Page;
  readonly stage: Stage;
  /** Up to 768 px: lists from below instead of menus. */
  readonly isSmall: boolean;
}

/** A screen of the product, in one state. The pictures (`npm run screens`) and the accessibility test share the list. */
export interface Screen {
  readonly name: string;
  /** Who looks at it; the owner of three cameras unless said otherwise. */
  readonly as?: 'anonymous' | 'newcomer' | 'worried' | 'guard' | 'visitor' | 'owner';
  readonly path: string | ((stage: Stage) => string);
  /** From the opened page to the state that is to be shown. */
  readonly prepare?: (view: View) => Promise<unknown>;
  /** Where it exists; everywhere unless said otherwise. */
  readonly only?: 'small' | 'large';
  /** Kept in the browser beforehand, under `watchpost:`. */
  readonly kept?: Readonly<Record<string, string>>;
  /** The page is there, and the server then answers nothing that it asks. */
  readonly isUnreachable?: boolean;
  /** The elements of another screen with a text of its own: looked at in pictures, and not by axe once more. */
  readonly isVariant?: boolean;
  /** A page for developers, which production builds do not have. */
  readonly isForDevelopers?: boolean;
}
