import { cameraCapabilities, subscriptionDisplay } from '@watchpost/sdk-core';
import { Archive, ArchiveX, Clock, CreditCard, Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../../shared/live/now.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { buttonClass } from '../../../shared/ui/button.tsx';
import { useBillingState } from '../billing-state.ts';
import { text } from '../billing-texts.ts';
import { planButtonState } from './billing-plan-button-state.ts';
import '../billing.css';

const icons = {
  standard: Archive,
  'extension-awaiting': CreditCard,
  'extension-failed': ArchiveX,
  'expiring-soon': Clock,
  trial: Gift,
} as const;

/** Leads to a camera's plan, and says when it needs its owner. Nothing where no plans are sold, and for cameras of others. */
export function PlanButton({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const state = useBillingState();
  const now = useNow(60_000);
  if (state.kind !== 'ready') return null;
  const camera = state.cameras.find(({ id }) => id === cameraId);
  if (!camera || !cameraCapabilities(camera, now).canManageSubscription) return null;
  const subscription = state.subscriptions.find((each) => each.cameraId === cameraId);
  const name = planButtonState(subscriptionDisplay(subscription, now).state);
  const label = text(`plan.button.${name}`);
  const Icon = icons[name];
  return (
    <Link
      to={to.CameraPlan(cameraId)}
      className={`${buttonClass({ size: 's' })} billing-plan-button ${name}`}
      aria-label={label}
      title={label}
    >
      <Icon size={20} />
      <span>{label}</span>
    </Link>
  );
}
