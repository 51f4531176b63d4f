import type { WebhookDelivery } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { CopyButton } from '../parts/developers-copy.tsx';
import { durationText, failureText, momentText, readableBody } from './developers-webhook-say.ts';
import { text } from './developers-webhooks-texts.ts';

/** Everything about one delivery, with the body that was sent. */
export function DeliveryDialog({
  delivery,
  now,
  onClose,
}: {
  readonly delivery: WebhookDelivery;
  readonly now: number;
  readonly onClose: () => void;
}): ReactNode {
  useTranslation();
  const { id, event, createdAt, attemptedAt, attemptCount, durationMs, state, status, body } = delivery;
  const result = [text(state), status, durationMs === null ? null : durationText(durationMs)].filter((part) => part !== null).join(', ');
  const why = failureText(delivery);
  const shown = readableBody(body);
  return (
    <Dialog title={text('deliveryTitle', { event })} size="m" onClose={onClose}>
      <div className="dev-delivery">
        <dl className="dev-facts">
          <dt>{text('result')}</dt>
          <dd>{result}</dd>
          <dt>{text('attempts')}</dt>
          <dd className="n">{attemptCount}</dd>
          <dt>{text('created')}</dt>
          <dd className="n">{momentText(createdAt, now)}</dd>
          {attemptedAt === null ? null : (
            <>
              <dt>{text('lastTry')}</dt>
              <dd className="n">{momentText(attemptedAt, now)}</dd>
            </>
          )}
          <dt>{text('id')}</dt>
          <dd className="dev-mono dev-break">{id}</dd>
        </dl>
        {why === null ? null : <p>{why}</p>}
        <div className="dev-body-head">
          <h3 className="grow">{text('body')}</h3>
          <CopyButton label={text('copyBody')} content={body} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it */}
        <pre className="dev-code dev-body" tabIndex={0} role="region" aria-label={text('body')}>
          {shown}
        </pre>
      </div>
    </Dialog>
  );
}
