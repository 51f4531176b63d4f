import type { JSX } from 'react';
import { useCode } from '../../../element/use-code.ts';
import { IconButton } from '../../../primitives/action/icon-button.tsx';
import { useSharing } from './sharing-context.tsx';
import { SharingIcon } from './sharing-icons.tsx';

const loadQr = (): Promise<typeof import('./sharing-qr.tsx')> => import('./sharing-qr.tsx');

/** The link as a QR code and as a text. */
export function SharingLink({ url }: { readonly url: string }): JSX.Element {
  const { t } = useSharing();
  const qr = useCode(loadQr);
  return (
    <>
      <div className="wp-share-qr">
        <div className="wp-share-code-box">{qr && <qr.SharingQr text={url} label={t('qr')} />}</div>
        <IconButton label={t('saveQr')} disabled={!qr} onClick={() => void qr?.saveQr(url, 'watchpost-link.png')}>
          <SharingIcon name="download" />
        </IconButton>
      </div>
      <div className="wp-input wp-input-read wp-share-url">
        <input
          readOnly
          aria-label={t('link')}
          // The scheme would only take the place of the part that differs.
          value={url.replace(/^https?:\/\//, '')}
          title={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </>
  );
}
