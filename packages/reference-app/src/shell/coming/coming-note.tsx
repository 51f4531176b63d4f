import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { ComingDrawing } from './coming-drawing.tsx';
import { comingTexts } from './coming-texts.ts';
import { comingTarget, comingTopics } from './coming-topics.ts';
import type { ComingTopic } from './coming-topics.ts';
import './coming.css';

export interface ComingNoteProps {
  readonly topic: ComingTopic;
  readonly cameraId?: string | undefined;
  /** In place of the topic's own action. */
  readonly action?: { readonly label: string; readonly to: string };
  readonly level?: 'h1' | 'h2' | 'p';
  /** As the body of a dialog. */
  readonly inDialog?: boolean;
  /** Called when the action is taken. */
  readonly onAction?: () => void;
}

/** What is not here yet: what it will do, and what helps until then. Never a dead end. */
export function ComingNote({ topic, cameraId, action, level: Title = 'h2', inDialog = false, onAction }: ComingNoteProps): ReactNode {
  // Renders again when the language changes.
  useTranslation();
  const texts = comingTexts[currentLocale()];
  const { when, title, text } = texts[topic];
  const { drawing, action: own } = comingTopics[topic];
  const target = action?.to ?? comingTarget(own, cameraId);
  return (
    <div className={inDialog ? 'coming coming-in-dialog' : 'coming'}>
      <ComingDrawing name={drawing} />
      <p className="coming-when">{when}</p>
      <Title className="coming-title">{title}</Title>
      <p className="coming-text">{text}</p>
      {target === null ? null : (
        <Link className={`coming-action ${buttonClass({})}`} to={target} onClick={onAction}>
          {action?.label ?? (own === 'none' ? '' : texts.actions[own])}
        </Link>
      )}
    </div>
  );
}
