import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { copyText } from '@watchpost/sdk-core/browser';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { CheckIcon } from '../../../primitives/control-icons.tsx';
import { usePrimitives } from '../../../primitives/settings.tsx';
import { ErrorText } from '../../../primitives/field/error-text.tsx';
import { useSharing } from './sharing-context.tsx';
import { SharingIcon } from './sharing-icons.tsx';

/** How long "Copied" is shown. */
const copiedMs = 2_500;

/** The one filled button: creates the link, updates it, and then copies it. It stays one element, so that the focus stays on it. */
export function SharingPrimary(): JSX.Element {
  const { share, t } = useSharing();
  const url = useValue(share.url);
  const invite = useValue(share.invite);
  const isChanged = useValue(share.isChanged);
  const isBusy = useValue(share.work).kind === 'busy';
  const isEmpty = useValue(share.chosen).length === 0;
  const copying = useCopy(url);
  const isCopy = url !== null && !isChanged;
  const icon = copying.state === 'copied' ? <CheckIcon /> : <SharingIcon name="copy" size={18} />;
  return (
    <>
      <Button
        look="primary"
        wide
        busy={isBusy}
        disabled={isEmpty}
        icon={isCopy ? icon : undefined}
        onClick={isCopy ? copying.copy : () => void share.save()}
      >
        {isCopy ? t(copying.state === 'copied' ? 'copied' : 'copy') : t(invite ? 'update' : 'create')}
      </Button>
      <span className="wp-hidden" role="status">
        {copying.state === 'copied' ? t('copied') : isCopy ? t('ready') : ''}
      </span>
      {copying.state === 'refused' && <ErrorText>{t('copyFailed')}</ErrorText>}
      {isCopy && <SharingSheet url={url} />}
    </>
  );
}

function useCopy(url: string | null): { readonly state: 'idle' | 'copied' | 'refused'; readonly copy: () => void } {
  const { clock } = usePrimitives();
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => (state === 'copied' ? clock.after(copiedMs, () => setState('idle')) : undefined), [state, clock]);
  return {
    state,
    copy: () => {
      if (url === null) return;
      copyText(url).then(
        () => setState('copied'),
        () => setState('refused'),
      );
    },
  };
}

/** The system's share sheet, where there is one. */
function SharingSheet({ url }: { readonly url: string }): JSX.Element | null {
  const { t } = useSharing();
  if (typeof navigator.share !== 'function') return null;
  return (
    <Button
      wide
      icon={<SharingIcon name="out" size={18} />}
      // Rejects when the user closes the sheet.
      onClick={() => void navigator.share({ title: t('shareTitle'), url }).catch(() => {})}
    >
      {t('shareWith')}
    </Button>
  );
}
