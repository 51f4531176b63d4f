import {
  Badge,
  Button,
  Checkbox,
  Chip,
  CountBadge,
  EventGlyph,
  IconButton,
  LinkButton,
  LiveTag,
  RadioGroup,
  Segmented,
  Slider,
  Stamp,
  Switch,
  Tabs,
} from '@watchpost/widgets/primitives';
import type { EventShape } from '@watchpost/widgets/primitives';
import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Row, Section, Shown, useTexts } from './gallery-section.tsx';

const nothing = (): void => {};

export function ButtonsSection(): ReactNode {
  const t = useTexts();
  return (
    <Section title={t.buttons}>
      <Row>
        <Button look="primary" icon={<Plus size={20} />}>
          {t.addCamera}
        </Button>
        <Button>{t.share}</Button>
        <Button look="quiet">{t.cancel}</Button>
        <Button look="danger">{t.remove}</Button>
      </Row>
      <Row>
        <Shown state="hover">
          <Button look="primary">{t.hover}</Button>
        </Shown>
        <Shown state="active">
          <Button look="primary">{t.pressed}</Button>
        </Shown>
        <Shown state="focus">
          <Button look="primary">{t.focus}</Button>
        </Shown>
        <Button disabled>{t.disabled}</Button>
      </Row>
      <Row>
        <Button look="primary" busy icon={<Plus size={20} />}>
          {t.saving}
        </Button>
        <Button size="s">{t.small}</Button>
        <Button>{t.medium}</Button>
        <Button size="l">{t.large}</Button>
        <Shown state="hover">
          <IconButton label={t.more}>
            <Ellipsis size={24} />
          </IconButton>
        </Shown>
        <IconButton small label={t.more}>
          <Ellipsis size={20} />
        </IconButton>
      </Row>
      <Row>
        <Shown state="hover">
          <Button>{t.share}</Button>
        </Shown>
        <Shown state="hover">
          <Button look="quiet">{t.cancel}</Button>
        </Shown>
        <Button look="danger-quiet">{t.forget}</Button>
        <Button busy>{t.saving}</Button>
        <LinkButton>{t.link}</LinkButton>
      </Row>
    </Section>
  );
}

export function ChoicesSection(): ReactNode {
  const t = useTexts();
  const [sound, setSound] = useState(true);
  const [light, setLight] = useState(false);
  const [people, setPeople] = useState(true);
  const [vehicles, setVehicles] = useState(false);
  const [record, setRecord] = useState<'always' | 'events'>('always');
  const [sensitivity, setSensitivity] = useState(62);
  const [direction, setDirection] = useState<'enter' | 'left' | 'both'>('enter');
  return (
    <Section title={t.choices}>
      <div className="gallery-two">
        <div>
          <Switch label={t.sound} checked={sound} onChange={setSound} />
          <Switch label={t.flashlight} checked={light} onChange={setLight} />
          <Switch label={t.nightVision} checked={false} onChange={nothing} disabled />
          <Switch label={t.nightVision} checked onChange={nothing} disabled />
        </div>
        <div>
          <Checkbox label={t.people} checked={people} onChange={setPeople} />
          <Checkbox label={t.vehicles} checked={vehicles} onChange={setVehicles} />
          <Checkbox label={t.animals} checked={false} mixed onChange={nothing} />
          <Checkbox label={t.disabled} checked onChange={nothing} disabled />
        </div>
        <RadioGroup
          label={t.record}
          value={record}
          onValue={setRecord}
          options={[
            { value: 'always', label: t.always },
            { value: 'events', label: t.onEvents, description: t.onEventsText },
          ]}
        />
        <div className="gallery-stack">
          <Slider label={t.sensitivity} value={sensitivity} onValue={setSensitivity} />
          <Slider label={t.disabled} value={30} onValue={nothing} disabled />
        </div>
      </div>
      <Row>
        <Segmented
          label={t.direction}
          value={direction}
          onValue={setDirection}
          options={[
            { value: 'enter', label: t.enter },
            { value: 'left', label: t.left },
            { value: 'both', label: t.both },
          ]}
        />
        <Segmented
          small
          label={t.direction}
          value={direction}
          onValue={setDirection}
          options={[
            { value: 'enter', label: t.enter },
            { value: 'left', label: t.left },
          ]}
        />
      </Row>
    </Section>
  );
}

const shapes: readonly EventShape[] = ['person', 'vehicle', 'line', 'intrusion', 'motion', 'sound'];

export function TabsSection(): ReactNode {
  const t = useTexts();
  const [tab, setTab] = useState<'cloud' | 'sd' | 'log'>('cloud');
  const [room, setRoom] = useState('all');
  return (
    <Section title={t.tabsChipsBadges}>
      <Tabs
        label={t.tabsChipsBadges}
        value={tab}
        onValue={setTab}
        tabs={[
          { value: 'cloud', label: t.cloudEvents },
          { value: 'sd', label: t.sdEvents },
          { value: 'log', label: t.accessLog, count: 3 },
        ]}
      />
      <Row>
        <Chip selected={room === 'all'} count={8} onPress={() => setRoom('all')}>
          {t.allRooms}
        </Chip>
        <Chip selected={room === 'entrance'} count={3} onPress={() => setRoom('entrance')}>
          {t.entrance}
        </Chip>
        <Shown state="hover">
          <Chip count={2} onPress={nothing}>
            {t.warehouse}
          </Chip>
        </Shown>
        <Chip disabled count={0} onPress={nothing}>
          {t.disabled}
        </Chip>
      </Row>
      <Row>
        <Badge>{t.liveOnly}</Badge>
        <Badge tone="accent">{t.mostPopular}</Badge>
        <Badge tone="warning">{t.ends}</Badge>
        <Badge tone="danger">{t.expired}</Badge>
        <CountBadge count={12} />
      </Row>
      <Row>
        <span className="gallery-picture">
          <Stamp live>{t.seconds}</Stamp>
          <Stamp dim>{t.ago}</Stamp>
          <Stamp>14:02:11</Stamp>
          <LiveTag>{t.seconds}</LiveTag>
        </span>
      </Row>
      <Row>
        {shapes.map((shape, index) => (
          <span key={shape} className="gallery-glyph">
            <EventGlyph shape={shape} unseen={index === 0} />
            {t[shape]}
          </span>
        ))}
      </Row>
    </Section>
  );
}
