/** The share dialog for React: a separate entry, loaded when it opens. */
export { createShareController, ShareDialog } from './features/sharing/index.ts';
export type {
  ExpiryChoice,
  ShareCameras,
  ShareClient,
  ShareController,
  ShareDialogProps,
  ShareDraft,
  ShareEmail,
  ShareOptions,
  ShareProblems,
  ShareWork,
} from './features/sharing/index.ts';
