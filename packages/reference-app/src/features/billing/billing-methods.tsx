import { useMutation } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { PaymentMethod } from '@watchpost/sdk-core';
import { Ellipsis, Plus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { buttonClass, iconButtonClass } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Badge } from '../../shared/ui/status.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { CardBrand, cardEnd, cardName } from './billing-brand.tsx';
import { RemoveCardDialog } from './billing-remove-card-dialog.tsx';
import { text } from './billing-texts.ts';

/** The saved cards, one of them primary: renewals are charged to it. */
export function PaymentMethods({ methods }: { readonly methods: readonly PaymentMethod[] }): ReactNode {
  const { billing } = useClient();
  const [removing, setRemoving] = useState<PaymentMethod | null>(null);
  const primary = useMutation({
    mutationFn: ({ id }: PaymentMethod) => billing.paymentMethods.setDefault(id),
    onSuccess: async (_, method) => {
      showToast('success', text('madePrimary', { card: cardName(method) }), { id: 'card' });
      await billing.refresh();
    },
    onError: (error) => showToast('error', text('primaryFailed'), { id: 'card', text: errorText(error, currentLocale()) }),
  });
  return (
    <section aria-labelledby="billing-methods">
      <h2 id="billing-methods">{text('methods')}</h2>
      {methods.length === 0 ? <p className="billing-none">{text('methodsEmpty')}</p> : null}
      <ul className="billing-methods">
        {methods.map((method) => (
          <li key={method.id}>
            <CardBrand brand={method.brand} />
            <span className="billing-what">
              <b>{cardName(method)}</b>
              <small>{text('until', { date: cardEnd(method) })}</small>
            </span>
            {method.isDefault ? <Badge tone="accent">{text('primary')}</Badge> : null}
            <Menu
              label={text('cardActions', { card: cardName(method) })}
              className={iconButtonClass()}
              button={<Ellipsis size={20} />}
              entries={[
                {
                  kind: 'item',
                  label: text('makePrimary'),
                  icon: <Star size={20} />,
                  disabled: method.isDefault || primary.isPending,
                  onAction: () => primary.mutate(method),
                },
                { kind: 'item', danger: true, label: text('remove'), icon: <Trash2 size={20} />, onAction: () => setRemoving(method) },
              ]}
            />
          </li>
        ))}
      </ul>
      {/* A card is saved with a payment. */}
      <Link to={to.TopUpBalance()} className={buttonClass({ wide: true })}>
        <Plus size={20} />
        {text('addCard')}
      </Link>
      {removing ? <RemoveCardDialog method={removing} isOnly={methods.length === 1} onClose={() => setRemoving(null)} /> : null}
    </section>
  );
}
