import {
  Badge,
  Banner,
  Button,
  Dot,
  EmptyState,
  LinkButton,
  ListRow,
  Mark,
  Progress,
  Skeleton,
  Spinner,
} from '@watchpost/widgets/primitives';
import { ChevronRight, Languages, Monitor, Plus, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Row, Section, useTexts } from './gallery-section.tsx';

const nothing = (): void => {};

export function ProgressSection(): ReactNode {
  const t = useTexts();
  return (
    <Section title={t.progress}>
      <Progress label={t.updating} value={0.64} left={t.left110}>
        {t.doNotPower}
      </Progress>
      <Progress label={t.searching} value={null} />
      <Spinner label={t.checking} />
    </Section>
  );
}

export function SkeletonSection(): ReactNode {
  const t = useTexts();
  const tile = (
    <div className="gallery-tile">
      <Skeleton kind="picture" />
      <div className="gallery-between">
        <Skeleton width="45%" />
        <Skeleton width="22%" />
      </div>
    </div>
  );
  return (
    <Section title={t.skeleton}>
      <div className="gallery-two gallery-equal">
        {tile}
        {tile}
      </div>
      <Skeleton kind="row" />
    </Section>
  );
}

export function EmptySection(): ReactNode {
  const t = useTexts();
  return (
    <Section title={t.empty}>
      <div className="gallery-frame">
        <EmptyState compact title={t.noCameras} text={t.noCamerasText}>
          <Button look="primary" icon={<Plus size={20} />}>
            {t.addCamera}
          </Button>
        </EmptyState>
      </div>
      <div className="gallery-frame">
        <EmptyState compact broken title={t.broken} text={t.brokenText} />
      </div>
    </Section>
  );
}

export function BannersSection(): ReactNode {
  const t = useTexts();
  return (
    <Section title={t.banners}>
      <Banner onClose={nothing}>{t.newInfo}</Banner>
      <Banner kind="warning" action={<Button size="s">{t.pay}</Button>}>
        {t.payUntil}
      </Banner>
      <Banner kind="danger" action={<Button size="s">{t.pay}</Button>}>
        {t.stopped}
      </Banner>
    </Section>
  );
}

export function RowsSection(): ReactNode {
  const t = useTexts();
  return (
    <Section title={t.rows}>
      <ul>
        <li>
          <ListRow
            before={<Monitor size={24} />}
            title={t.device}
            text={t.deviceText}
            after={<Badge tone="accent">{t.deviceThis}</Badge>}
          />
        </li>
        <li>
          <ListRow
            before={<Smartphone size={24} />}
            title={t.otherDevice}
            text={t.otherDeviceText}
            after={<LinkButton>{t.signOut}</LinkButton>}
          />
        </li>
        <li>
          <ListRow
            before={<Languages size={24} />}
            title={t.languageRow}
            after={
              <>
                {t.english}
                <ChevronRight size={16} />
              </>
            }
            onPress={nothing}
          />
        </li>
        <li>
          <ListRow danger title={t.removeCamera} onPress={nothing} />
        </li>
      </ul>
    </Section>
  );
}

const colours = ['canvas', 'sunken', 'raised', 'ink', 'accent', 'danger', 'warning', 'live'] as const;

export function ColourSection(): ReactNode {
  const t = useTexts();
  return (
    <Section title={t.colour} wide>
      <ul className="gallery-swatches">
        {colours.map((name) => (
          <li key={name}>
            <span style={{ background: `var(--wp-${name})` }} />
            {t[name]}
          </li>
        ))}
      </ul>
      <Row>
        <Dot />
        <Dot tone="warning" />
        <Dot tone="danger" />
        <Dot tone="live" />
        <Dot tone="off" />
        <span className="gallery-mark">
          <Mark />
        </span>
      </Row>
    </Section>
  );
}

export function TypeSection(): ReactNode {
  const t = useTexts();
  return (
    <Section title={t.type}>
      <div className="gallery-type">
        <span className="gallery-display">{t.who}</span>
        <span className="gallery-title">{t.allLocations}</span>
        <span className="gallery-heading">{t.streetEntrance}</span>
        <span>{t.body}</span>
        <span className="gallery-small">{t.smallText}</span>
      </div>
    </Section>
  );
}
