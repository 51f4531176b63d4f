export { createShareController } from './sharing-controller.ts';
export type { ShareCameras, ShareClient, ShareController, ShareEmail, ShareOptions, ShareWork } from './sharing-controller.ts';
export { ShareDialog } from './sharing-dialog.tsx';
export type { ShareDialogProps } from './sharing-dialog.tsx';
export type { ExpiryChoice, ShareDraft, ShareProblems } from './sharing-draft.ts';
