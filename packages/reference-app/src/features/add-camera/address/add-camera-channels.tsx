import { Cctv } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { commonTexts } from '../../../shared/i18n/common-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Badge, ListRow } from '../../../shared/ui/status.tsx';
import type { Channels } from './add-camera-attempt.ts';
import { text } from './add-camera-address-texts.ts';

interface ChannelChoiceProps {
  readonly channels: Channels;
  readonly onChoose: (channel: string) => void;
  readonly onCancel: () => void;
}

/** Asks which channel of a recorder to add. Those that are added already stay in the list, so that the numbers are the recorder's. */
export function ChannelChoice({ channels, onChoose, onCancel }: ChannelChoiceProps): ReactNode {
  const { t } = useTranslation(commonTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="add-step">
      <h1 ref={heading} tabIndex={-1}>
        {text('channelHeading')}
      </h1>
      <p className="dim">{text('channelText')}</p>
      <ul className="wp-list">
        {channels.map(({ channel, width, height, isAdded }, index) => (
          <li key={channel}>
            <ListRow
              before={<Cctv size={24} />}
              title={text('channel', { number: index + 1 })}
              text={width > 0 && height > 0 ? `${width}×${height}` : undefined}
              after={isAdded ? <Badge>{text('channelAdded')}</Badge> : null}
              onPress={isAdded ? undefined : () => onChoose(channel)}
            />
          </li>
        ))}
      </ul>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </section>
  );
}
