import { dayOf, dayRange, errorText, formatNumber } from '@watchpost/sdk-core';
import type { CalendarDate, Camera, CameraEvent, EventType, SwitchableDetection } from '@watchpost/sdk-core';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useCallback, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { loadCode } from '../../shared/browser/load-code.ts';
import { useIsLarge } from '../../shared/browser/media.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { to } from '../../shared/navigation/targets.ts';
import { knownZone } from '../../shared/time/time-texts.ts';
import { Button, buttonClass, iconButtonClass } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/choice.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Banner } from '../../shared/ui/status.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { AwayStrip } from './away/events-away-strip.tsx';
import { DayFilter } from './events-day-filter.tsx';
import { EventList, EventListSkeleton } from './events-list.tsx';
import { useEventCameras, useEventCounts, useEvents, useMarkSeen } from './events-queries.ts';
import type { EventsQuery } from './events-queries.ts';
import { useSeenWithUndo } from './review/events-seen-undo.ts';
import { SeenTiles } from './review/events-seen-tiles.tsx';
import { useBatch } from './review/events-use-batch.ts';
import { asView, EventViews } from './review/events-views.tsx';
import type { ActivitiesView } from './review/events-views.tsx';
import { parseEventSearch, searchRange } from './search/events-search.ts';
import type { EventSearch } from './search/events-search.ts';
import { EventSearchField, EventSearchParts } from './search/events-search-field.tsx';
import { searchWords } from './search/events-search-words.ts';
import { text } from './events-texts.ts';
import { EventTypes } from './events-types.tsx';
import './events.css';

// The player loads when an event is first played, not with the list.
const EventPlayer = lazy(async () => ({ default: (await loadCode(() => import('./events-player.tsx'))).EventPlayer }));

export interface ActivitiesScreenProps {
  /** The screen’s header: on large screens it has the search, elsewhere it is given null. Absent: the search is above the list. */
  readonly head?: (search: ReactNode) => ReactNode;
  /** The location filter. */
  readonly locations: ReactNode;
  /** The cameras of the chosen location; null: all cameras, undefined: not known yet. */
  readonly camerasInLocation: readonly Camera[] | null | undefined;
  /** Null: all locations. */
  readonly locationId: string | null;
  /** Returns what cameras near each other have in common, such as a room. */
  readonly placeOf: (cameraId: string) => string;
  /** Returns the location of a camera, or null: what follows within seconds there belongs together, too. */
  readonly areaOf?: (cameraId: string) => string | null;
  /** Returns the names of a camera's room and location, by which it is searched for, too. */
  readonly placeNamesOf: (cameraId: string) => readonly string[];
  readonly onAllLocations: () => void;
  /** Saves the moment of an event. */
  readonly onSave: (event: CameraEvent) => void;
  /** The list of saved moments. */
  readonly saved: ReactNode;
  /** The path of a detection's settings. */
  readonly settingsOf: (cameraId: string, type: SwitchableDetection) => string;
  /** Replaces the offer of alerts in this browser, where there is a better one. */
  readonly offer?: (alertsInBrowser: ReactNode) => ReactNode;
}

/** Lists the events of all cameras by day, those not seen yet first, filtered by location, camera and type; plays them in place. */
export function ActivitiesScreen({
  head,
  locations,
  camerasInLocation,
  locationId,
  placeOf,
  areaOf,
  placeNamesOf,
  onAllLocations,
  onSave,
  saved,
  settingsOf,
  offer = (alertsInBrowser) => alertsInBrowser,
}: ActivitiesScreenProps): ReactNode {
  useTranslation();
  const allCameras = useEventCameras();
  const cameras = camerasInLocation === null ? allCameras : camerasInLocation;
  const [day, setDay] = useState<CalendarDate | null>(null);
  const [chosenId, setCameraId] = useState('');
  const [type, setType] = useState<EventType | null>(null);
  const [parameters, setParameters] = useSearchParams();
  const now = useServerNow();
  const [playing, setPlaying] = useState<CameraEvent | null>(null);
  const close = useCallback(() => setPlaying(null), []);
  const [isFiltering, setFiltering] = useState(false);
  const isInHead = useIsLarge() && head !== undefined;
  const filtersId = useId();
  // The camera chosen before may belong to another location.
  const cameraId = cameras?.some(({ id }) => id === chosenId) ? chosenId : '';
  // Days follow the camera's time zone; for all cameras, that of the first one.
  const zone = knownZone((cameras?.find(({ id }) => id === cameraId) ?? cameras?.[0])?.timeZone ?? '');
  const today = dayOf(now(), zone);
  const understand = (words: string): EventSearch =>
    parseEventSearch(words, {
      cameras: (allCameras ?? []).map(({ id, title }) => ({ id, names: [title, ...placeNamesOf(id)] })),
      words: searchWords(),
      today,
    });
  const searched = parameters.get('q') ?? '';
  const search = searched === '' ? null : understand(searched);
  // Until the user chooses: what is to be reviewed, if there is anything. It stays chosen when the last event has been seen.
  const [first, setFirst] = useState<ActivitiesView | null>(null);
  const view = search ? 'all' : (asView(parameters.get('show')) ?? first ?? 'review');
  const isFiltered = search !== null || day !== null || cameraId !== '' || type !== null || camerasInLocation !== null;
  const cameraIds = cameraId === '' ? camerasInLocation?.map(({ id }) => id) : [cameraId];
  const place = cameraId === '' ? (locationId ?? undefined) : undefined;
  // A search replaces all filters; its day and time are those of the cameras that it names.
  const searchZone = knownZone(allCameras?.find(({ id }) => id === search?.cameraIds?.[0])?.timeZone ?? zone);
  const range: EventsQuery = search
    ? { cameraIds: search.unknown.length > 0 ? [] : (search.cameraIds ?? undefined), ...searchRange(search, now(), searchZone) }
    : { cameraIds, locationId: place, ...(day !== null && dayRange(day, zone)) };
  const query: EventsQuery = { ...range, types: search ? search.types : type === null ? [] : [type], isUnseen: view === 'review' };
  const result = useEvents(query);
  const counts = useEventCounts(range);
  if (first === null && counts !== undefined) setFirst(counts !== null && counts.total > 0 && counts.unseen === 0 ? 'all' : 'review');
  const nothing = search ? 'noneSearched' : view === 'review' && counts?.total !== 0 ? 'noneUnseen' : isFiltered ? 'noneFound' : 'none';
  const markSeen = useMarkSeen();
  const onMark = useSeenWithUndo(markSeen);
  const onPassed = useBatch(onMark);
  const chosen = [day !== null, cameraId !== '', camerasInLocation !== null].filter(Boolean).length;
  const offered = offer(
    <Banner
      action={
        <Link className={buttonClass({ size: 's' })} to={to.SettingsNotifications()}>
          {text('notify')}
        </Link>
      }
    >
      <b>{text('notifyTitle')}.</b> {text('notifyText')}
    </Banner>,
  );
  const { events, error } = result;
  const newest = events?.[0];
  const open = (event: CameraEvent, together: readonly CameraEvent[]): void => {
    markSeen.some(together);
    setPlaying(event);
  };
  const setParameter = (name: 'q' | 'show', value: string): void => {
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const find = (words: string): void => setParameter('q', words);
  const show = (next: ActivitiesView): void => setParameter('show', next);
  const markAll = (until: CameraEvent): void =>
    markSeen.all(query, until, ({ undo }) =>
      showToast('success', text('markedAll'), { id: 'seen', action: { label: text('undo'), onAction: undo } }),
    );
  const showAll = (): void => {
    if (!isFiltered) return show('all');
    find('');
    setDay(null);
    setCameraId('');
    setType(null);
    if (camerasInLocation !== null) onAllLocations();
  };
  const cameraTitle = (id: string): string | undefined => allCameras?.find((camera) => camera.id === id)?.title;
  const field = <EventSearchField value={searched} onSearch={find} understand={understand} cameraTitle={cameraTitle} floats={isInHead} />;
  const list = (
    <div className={playing ? 'activities playing' : 'activities'}>
      {playing ? (
        <div className="activities-player">
          <Suspense fallback={<div className="event-player waits" />}>
            <EventPlayer event={playing} camera={allCameras?.find(({ id }) => id === playing.cameraId)} onClose={close} />
          </Suspense>
        </div>
      ) : null}
      <div className="activities-list">
        <div className="activities-find">
          {isInHead ? search && <EventSearchParts search={search} cameraTitle={cameraTitle} /> : field}
          {search || view === 'saved' ? null : (
            <button
              type="button"
              className={`${iconButtonClass()} only-s activities-fold`}
              aria-label={chosen === 0 ? text('filters') : text('filtersChosen', { count: chosen })}
              aria-expanded={isFiltering}
              aria-controls={filtersId}
              onClick={() => setFiltering(!isFiltering)}
            >
              <SlidersHorizontal size={24} />
              {chosen === 0 ? null : <span className="activities-fold-mark" />}
            </button>
          )}
        </div>
        {search || view === 'saved' ? null : (
          <div className={isFiltering ? 'activities-filters' : 'activities-filters folded'} id={filtersId}>
            <DayFilter cameraIds={cameraIds} locationId={place} type={type} timeZone={zone} value={day} onValue={setDay} />
            {locations}
            <Select
              label={text('camera')}
              value={cameraId}
              onValue={setCameraId}
              options={[{ value: '', label: text('allCameras') }, ...(cameras ?? []).map(({ id, title }) => ({ value: id, label: title }))]}
            />
            <Link className="activities-locations" to={to.SettingsLocations()}>
              {text('locations')}
            </Link>
          </div>
        )}
        {search ? null : (
          <div className="activities-chips">
            <EventViews value={view} unseen={counts?.unseen} onValue={show} />
            {view === 'saved' ? null : <EventTypes counts={counts ?? undefined} hasAll={false} value={type} onValue={setType} />}
          </div>
        )}
        {view !== 'saved' && counts && counts.unseen > 0 && newest ? (
          <div className="activities-unseen">
            <span role="status">{text('unseenCount', { count: formatNumber(counts.unseen, { locale: currentLocale() }) })}</span>
            <Button size="s" look="quiet" busy={markSeen.isBusy} onClick={() => markAll(newest)}>
              {text('markAll')}
            </Button>
            <p className="activities-keys only-l">
              <kbd>J</kbd> {text('keyNext')} <kbd>K</kbd> {text('keyBack')} <kbd>?</kbd> {text('keyAll')}
            </p>
          </div>
        ) : null}
        {view === 'saved' ? (
          <>
            {saved}
            {offered}
          </>
        ) : !events && error ? (
          <EmptyState broken title={text('failed')} text={errorText(error, currentLocale())}>
            <Button look="primary" onClick={result.retry}>
              {text('retry')}
            </Button>
          </EmptyState>
        ) : !events ||
          camerasInLocation === undefined ||
          (events.length === 0 && first === null && view === 'review' && cameraIds?.length !== 0) ? (
          <EventListSkeleton />
        ) : events.length === 0 ? (
          <>
            <EmptyState title={text(nothing)} text={text(`${nothing}Text`)}>
              {isFiltered || view === 'review' ? <Button onClick={showAll}>{text('showAll')}</Button> : null}
            </EmptyState>
            {offered}
          </>
        ) : (
          <EventList
            events={events}
            result={result}
            cameras={allCameras}
            namesCameras
            currentId={playing?.id ?? null}
            placeOf={placeOf}
            areaOf={areaOf}
            onOpen={open}
            review={{
              onSeen: markSeen.some,
              onMark,
              onSave,
              settingsOf,
              onPassed: view === 'review' ? onPassed : null,
              foldsMotion: type === null && search === null,
            }}
            above={
              view === 'review' && !isFiltered
                ? (stretches) => (
                    <AwayStrip
                      stretches={stretches}
                      cameraOf={(id) => allCameras?.find((camera) => camera.id === id)}
                      timeZone={zone}
                      onOpen={open}
                    />
                  )
                : undefined
            }
            afterFirstDay={offered}
            isTodayImplied={view === 'review'}
            level="h2"
          />
        )}
        {view === 'review' && !isFiltered && events && !playing ? (
          <SeenTiles
            from={dayRange(today, zone).from}
            unseen={counts?.unseen}
            cameras={allCameras}
            placeOf={placeOf}
            areaOf={areaOf}
            onOpen={open}
          />
        ) : null}
      </div>
    </div>
  );
  return (
    <>
      {head?.(isInHead ? field : null)}
      {list}
    </>
  );
}
