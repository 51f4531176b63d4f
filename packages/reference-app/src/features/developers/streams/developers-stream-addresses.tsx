import type { StreamLink } from '@watchpost/sdk-core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { CopyButton } from '../parts/developers-copy.tsx';
import { text } from './developers-streams-texts.ts';

const formats = ['rtsp', 'rtspLow', 'hls', 'snapshot'] as const;

export interface StreamAddressesProps {
  readonly link: StreamLink;
  readonly onClose: () => void;
}

/** The addresses of a stream link, to copy into other software. */
export function StreamAddresses({ link, onClose }: StreamAddressesProps): ReactNode {
  useTranslation();
  const { name, urls } = link;
  return (
    <Dialog
      title={text('addressesOf', { name })}
      size="m"
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {text('close')}
        </Button>
      }
    >
      <div className="dev-addresses">
        <p className="dim">{text('addressesText')}</p>
        {formats.map((format) => {
          const address = urls[format];
          return address === null ? null : <Address key={format} label={text(format)} content={address} />;
        })}
        {urls.onvif === null || urls.rtsp === null ? null : <OnvifAddress address={urls.onvif} rtsp={urls.rtsp} />}
        {link.formats.includes('rtsp') && urls.rtsp === null ? <p className="small dim">{text('noRtsp')}</p> : null}
        {link.withOnvif && urls.rtsp !== null && urls.onvif === null ? <p className="small dim">{text('noOnvif')}</p> : null}
      </div>
    </Dialog>
  );
}

/** Recorders ask for the address, the user name and the password one by one. */
function OnvifAddress({ address, rtsp }: { address: string; rtsp: string }): ReactNode {
  // Not every browser reads the parts of such an address.
  const [, username = '', password = ''] = /^rtsps?:\/\/(\w{1,64}):(\w{1,64})@/.exec(rtsp) ?? [];
  return (
    <>
      <Address label={text('onvif')} content={address} />
      <div className="dev-pair">
        <Address label={text('onvifUser')} content={username} />
        <Address label={text('onvifPassword')} content={password} />
      </div>
    </>
  );
}

function Address({ label, content }: { label: string; content: string }): ReactNode {
  const id = useId();
  return (
    <div>
      <label className="wp-field-label" htmlFor={id}>
        {label}
      </label>
      <div className="dev-once-field">
        <input
          id={id}
          readOnly
          value={content}
          spellCheck="false"
          autoComplete="off"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton label={text('copyAddress', { format: label })} content={content} />
      </div>
    </div>
  );
}
