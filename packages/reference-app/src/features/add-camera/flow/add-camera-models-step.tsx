import { useQuery } from '@tanstack/react-query';
import { errorText, modelTexts, type CameraModel } from '@watchpost/sdk-core';
import { ChevronRight, Mic, Moon, QrCode, Radar } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { Skeleton } from '../../../shared/ui/status.tsx';
import { text } from './add-camera-flow-texts.ts';
import { withBasePath } from '../../../shared/navigation/base-path.ts';

/** Returns the static list of models, requested once per visit. */
export function useModels() {
  const client = useClient();
  return useQuery({
    queryKey: ['camera-models'],
    queryFn: ({ signal }) => client.addCamera.models({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Asks for the model, whose abilities decide how it connects. If the list fails to load, any camera can be added by address. */
export function ModelsStep({
  onChoose,
  onByAddress,
}: {
  readonly onChoose: (model: CameraModel) => void;
  readonly onByAddress: () => void;
}): ReactNode {
  const { data: models, error, isFetching, refetch } = useModels();
  return (
    <section className="add-step">
      <h1>{text('modelsTitle')}</h1>
      {models ? (
        <ul className="add-models">
          {models.map((model) => (
            <li key={model.modelId}>
              <ModelCard model={model} onChoose={() => onChoose(model)} />
            </li>
          ))}
        </ul>
      ) : error && !isFetching ? (
        <>
          <ErrorText>{`${text('modelsFailed')}. ${errorText(error, currentLocale())}`}</ErrorText>
          <div className="add-row">
            <Button onClick={() => void refetch()}>{text('retry')}</Button>
            <Button look="quiet" onClick={onByAddress}>
              {text('modelsByAddress')}
            </Button>
          </div>
        </>
      ) : (
        <div role="status" aria-label={text('modelsLoading')} className="add-models">
          <Skeleton kind="row" />
          <Skeleton kind="row" />
          <Skeleton kind="row" />
        </div>
      )}
    </section>
  );
}

const capabilities = [
  ['qrscan', 'modelCode', QrCode],
  ['wsdiscovery', 'modelNetwork', Radar],
  ['mic', 'modelMic', Mic],
  ['infrared', 'modelInfrared', Moon],
] as const;

function ModelCard({ model, onChoose }: { readonly model: CameraModel; readonly onChoose: () => void }): ReactNode {
  const { name, about } = modelTexts(model, currentLocale());
  return (
    <button type="button" className="add-model" onClick={onChoose}>
      <img src={withBasePath(model.imageUrl)} alt="" width={96} height={72} />
      <span className="add-model-text">
        <b>{name}</b>
        <span>{about}</span>
        <span className="add-model-can">
          {capabilities.map(([key, label, Icon]) =>
            model.capabilities[key] ? (
              <span key={key}>
                <Icon size={16} aria-hidden="true" />
                {text(label)}
              </span>
            ) : null,
          )}
        </span>
      </span>
      <ChevronRight size={20} aria-hidden="true" />
    </button>
  );
}
