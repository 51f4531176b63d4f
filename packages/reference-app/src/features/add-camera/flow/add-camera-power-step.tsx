import { modelTexts } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { text } from './add-camera-flow-texts.ts';
import { useModels } from './add-camera-models-step.tsx';
import { withBasePath } from '../../../shared/navigation/base-path.ts';

/** Asks the user to power the camera, and explains how to reset a used one if the model supports it. */
export function PowerStep({ modelId, onDone }: { readonly modelId: string; readonly onDone: () => void }): ReactNode {
  const model = useModels().data?.find((each) => each.modelId === modelId);
  const reset = model && modelTexts(model, currentLocale()).reset;
  return (
    <section className="add-step">
      {model ? <img className="add-model-picture" src={withBasePath(model.imageUrl)} alt="" width={192} height={144} /> : null}
      <h1>{text('powerTitle')}</h1>
      <ol className="wp-steps">
        <li>{text('power1')}</li>
        <li>{text('power2')}</li>
      </ol>
      {reset === undefined ? null : (
        <details className="add-more">
          <summary>{text('powerResetTitle')}</summary>
          <p>{reset}</p>
        </details>
      )}
      <div className="add-submit">
        <Button look="primary" size="l" onClick={onDone}>
          {text('next')}
        </Button>
      </div>
    </section>
  );
}
