import { to } from '../../shared/navigation/targets.ts';

/** What another part of the product brings. */
export type ComingTopic =
  | 'videoWall' | 'sharedLink' | 'checkout' | 'purchase' | 'invoicePayment' | 'cardPayment'
  | 'cameraAccess' | 'cameraSmartEvents' | 'cameraSubscription'
  | 'telegram' | 'permissions' | 'billing' | 'topUp' | 'share';

export type ComingDrawingName = 'wall' | 'link' | 'card' | 'people' | 'shapes' | 'bubble';

/** The action that helps until then. */
export type ComingAction = 'cameras' | 'camera' | 'notifications' | 'devices' | 'billing' | 'none';

interface ComingEntry {
  readonly drawing: ComingDrawingName;
  readonly action: ComingAction;
}

export const comingTopics: Readonly<Record<ComingTopic, ComingEntry>> = {
  videoWall: { drawing: 'wall', action: 'cameras' },
  sharedLink: { drawing: 'link', action: 'cameras' },
  share: { drawing: 'link', action: 'none' },
  checkout: { drawing: 'card', action: 'cameras' },
  purchase: { drawing: 'card', action: 'cameras' },
  invoicePayment: { drawing: 'card', action: 'billing' },
  cardPayment: { drawing: 'card', action: 'billing' },
  cameraAccess: { drawing: 'people', action: 'camera' },
  cameraSmartEvents: { drawing: 'shapes', action: 'camera' },
  cameraSubscription: { drawing: 'card', action: 'camera' },
  telegram: { drawing: 'bubble', action: 'notifications' },
  permissions: { drawing: 'people', action: 'devices' },
  billing: { drawing: 'card', action: 'cameras' },
  topUp: { drawing: 'card', action: 'billing' },
};

/** Where an action leads; null: there is none. @param cameraId of screens that belong to one camera */
export function comingTarget(action: ComingAction, cameraId: string | undefined): string | null {
  switch (action) {
    case 'cameras':
      return to.Dashboard();
    case 'camera':
      return cameraId === undefined ? to.Dashboard() : to.Camera(cameraId);
    case 'notifications':
      return to.SettingsNotifications();
    case 'devices':
      return to.SettingsAccount();
    case 'billing':
      return to.SettingsBilling();
    case 'none':
      return null;
  }
}
