import { Bookmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '../../../shared/ui/choice.tsx';
import { text } from '../events-texts.ts';

/** What Activities shows: events that the user has not seen, all events, or saved moments. */
export type ActivitiesView = 'review' | 'all' | 'saved';

export function asView(value: string | null): ActivitiesView | null {
  return value === 'review' || value === 'all' || value === 'saved' ? value : null;
}

export interface EventViewsProps {
  readonly value: ActivitiesView;
  /** Unseen events; undefined until they are counted. */
  readonly unseen: number | undefined;
  readonly onValue: (view: ActivitiesView) => void;
}

/** Chooses what Activities shows. */
export function EventViews({ value, unseen, onValue }: EventViewsProps): ReactNode {
  return (
    <div className="events-types" role="group" aria-label={text('views')}>
      <Chip selected={value === 'review'} count={unseen} onPress={() => onValue('review')}>
        {text('viewReview')}
      </Chip>
      <Chip selected={value === 'all'} onPress={() => onValue('all')}>
        {text('viewAll')}
      </Chip>
      <Chip selected={value === 'saved'} icon={<Bookmark size={16} aria-hidden="true" />} onPress={() => onValue('saved')}>
        {text('viewSaved')}
      </Chip>
    </div>
  );
}
