import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { Switch } from '../../shared/ui/choice.tsx';
import { Banner } from '../../shared/ui/status.tsx';
import { text } from './home-mqtt-texts.ts';
import './home-mqtt.css';

/** Publishes the camera for home automation, in its settings: for its owner, on a server with a broker. */
export function HomeMqttSection({ camera }: { readonly camera: Camera }): ReactNode {
  useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const { id } = camera;
  const queryKey = ['home-mqtt', id];
  const isOwner = useCapabilities(camera).canDeleteData;
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => client.homeMqtt.get(id, { signal }), enabled: isOwner });
  // Shown once the server has confirmed it.
  const change = useMutation({
    mutationFn: (isEnabled: boolean) => client.homeMqtt.update(id, { isEnabled }),
    onSuccess: (saved) => cache.setQueryData(queryKey, saved),
  });
  if (!isOwner || !data || data.topic === null) return null;
  return (
    <section className="settings-part" aria-labelledby="settings-home-mqtt">
      <h2 id="settings-home-mqtt">{text('title')}</h2>
      {change.error && !change.isPending ? (
        <Banner kind="danger" announce>
          <b>{text('failed')}.</b> {errorText(change.error, currentLocale())}
        </Banner>
      ) : null}
      <Switch
        end
        label={text('label')}
        description={text('description')}
        checked={data.isEnabled}
        disabled={change.isPending}
        onChange={(isEnabled) => change.mutate(isEnabled)}
      />
      {data.isEnabled ? (
        <p className="home-mqtt-topic small dim">
          {text('topic')} <code translate="no">{data.topic}/</code>
        </p>
      ) : null}
    </section>
  );
}
