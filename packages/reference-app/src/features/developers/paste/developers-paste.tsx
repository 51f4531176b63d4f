import { cameraCapabilities } from '@watchpost/sdk-core';
import type { Camera, EmbedLink } from '@watchpost/sdk-core';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox, Segmented, Select } from '../../../shared/ui/choice.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { useApiKeys, useEmbedLinks } from '../developers-queries.ts';
import { LinkDialog } from '../embeds/developers-link-dialog.tsx';
import { copy, CopyButton } from '../parts/developers-copy.tsx';
import { originOf } from '../parts/developers-fields.ts';
import { CodeView } from './developers-code.tsx';
import { Preview } from './developers-preview.tsx';
import { frameworks, iframeCode, pageCode, serverCode, textOf } from './developers-snippet.ts';
import type { Framework, SnippetOptions } from './developers-snippet.ts';
import { text } from './developers-paste-texts.ts';
import { serverAddress } from '../../../shared/navigation/base-path.ts';

const frameworkNames: Readonly<Record<Framework, string>> = { html: 'HTML', react: 'React', vue: 'Vue', iframe: 'iframe' };
const exampleSite = 'https://shop.example';

export interface PasteProps {
  /** Those that the user manages. */
  readonly cameras: readonly [Camera, ...Camera[]];
  readonly now: number;
  /** The ids of the tokens that the preview plays by. */
  readonly onTokens: (ids: readonly string[]) => void;
}

/** The code for a camera on a page, what it does in a sentence, and the same code running. */
export function Paste({ cameras, now, onTokens }: PasteProps): ReactNode {
  useTranslation();
  const isLarge = useIsLarge();
  const [framework, setFramework] = useState<Framework>('html');
  const [chosenId, setChosenId] = useState(cameras[0].id);
  const [wishes, setWishes] = useState({ hasArchive: true, hasSound: false, hasPtz: false });
  const [ownSite, setOwnSite] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const { data: links } = useEmbedLinks();
  const { data: apiKeys } = useApiKeys();
  const camera = cameras.find(({ id }) => id === chosenId) ?? cameras[0];
  const can = cameraCapabilities(camera, now);
  const isIframe = framework === 'iframe';
  const link = links?.find(({ state, cameraIds }) => state === 'active' && cameraIds.includes(camera.id));
  const server = serverAddress();
  const options: SnippetOptions = {
    server,
    cameraId: camera.id,
    ...wishes,
    hasPtz: wishes.hasPtz && can.canMove,
    ...(isIframe && link && { hasArchive: link.archive !== null, hasSound: link.withAudio, hasPtz: false }),
  };
  // A key that is for one site says which one the user means.
  const site = ownSite ?? apiKeys?.find(({ state, origins }) => state === 'active' && origins.length > 0)?.origins[0] ?? exampleSite;
  const origin = originOf(site);
  const page = isIframe ? link && iframeCode(link, camera.title) : pageCode(framework, options);
  return (
    <section className="dev-hero" aria-labelledby="dev-paste">
      <div className="dev-paste">
        <div className="dev-head">
          <h2 id="dev-paste" className="grow">
            {text('title')}
          </h2>
          <Segmented
            small={isLarge}
            label={text('framework')}
            value={framework}
            onValue={setFramework}
            options={frameworks.map((value) => ({ value, label: frameworkNames[value] }))}
          />
        </div>
        <div className="dev-options">
          <Select
            label={text('camera')}
            value={camera.id}
            onValue={setChosenId}
            options={cameras.map(({ id, title }) => ({ value: id, label: title }))}
          />
          {isIframe ? null : (
            <Field
              label={text('site')}
              value={site}
              onValue={setOwnSite}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              error={origin === null ? text('siteWrong') : undefined}
            />
          )}
          <div className="dev-wishes">
            <Checkbox
              label={text('archive')}
              checked={options.hasArchive}
              disabled={isIframe}
              onChange={(hasArchive) => setWishes({ ...wishes, hasArchive })}
            />
            <Checkbox
              label={text('sound')}
              checked={options.hasSound}
              disabled={isIframe}
              onChange={(hasSound) => setWishes({ ...wishes, hasSound })}
            />
            <Checkbox
              label={text('ptz')}
              checked={options.hasPtz}
              disabled={isIframe || !can.canMove}
              onChange={(hasPtz) => setWishes({ ...wishes, hasPtz })}
            />
          </div>
        </div>
        {page ? (
          <>
            <CodeView code={page} label={text('page')} />
            <div className="dev-copy">
              <Button look="primary" icon={<Copy size={20} />} onClick={() => copy(textOf(page))}>
                {text('copy')}
              </Button>
              <p className="grow small dim" role="status">
                <Sentence options={options} site={isIframe ? siteOf(link) : (origin ?? site)} />
              </p>
            </div>
          </>
        ) : (
          <div className="dev-no-link">
            <p className="grow dim">{text('noLink')}</p>
            <Button onClick={() => setCreating(true)}>{text('createLink')}</Button>
          </div>
        )}
      </div>
      <Preview options={options} title={camera.title} server={server} onTokens={onTokens} />
      {isIframe ? null : (
        <div className="dev-server">
          <div className="dev-server-head">
            <h3 className="grow">{text('serverTitle')}</h3>
            <CopyButton label={text('copyServer')} content={textOf(serverCode(options, origin ?? site))} />
          </div>
          <CodeView code={serverCode(options, origin ?? site)} label={text('server')} />
          <p className="small dim">{text('needsKey')}</p>
        </div>
      )}
      {isCreating ? <LinkDialog link={null} cameraIds={[camera.id]} cameras={cameras} onClose={() => setCreating(false)} /> : null}
    </section>
  );
}

/** The sites of a link; null for any. */
function siteOf(link: EmbedLink | undefined): string | null {
  return link && link.origins.length > 0 ? link.origins.join(', ') : null;
}

/** Says what the code does, where and with what. */
function Sentence({ options, site }: { options: SnippetOptions; site: string | null }): ReactNode {
  const what = [
    text(options.hasArchive ? 'liveAndDay' : 'live'),
    text(options.hasSound ? 'withSound' : 'withoutSound'),
    ...(options.hasPtz ? [text('withPtz')] : []),
  ].join(', ');
  const host = site?.replaceAll(/https?:\/\//g, '') ?? null;
  return (
    <RichText
      message={host === null ? text('playsAnywhere', { what }) : text('plays', { site: host, what })}
      parts={{ b: (inner) => <b className="strong">{inner}</b> }}
    />
  );
}
