import type { PlayerCore } from '../player-core.ts';

/** Asked on the document, because a page may have several scripts with players, and several versions of them. */
const question = 'watchpost-pictures';

/** Answers for a player while it has a picture or waits for one. */
export function answerForPicture({ life, current }: Pick<PlayerCore, 'life' | 'current'>): void {
  document.addEventListener(
    question,
    (event) => {
      const answers: unknown = event instanceof CustomEvent ? event.detail : null;
      if (answers instanceof Set && current()) answers.add(life);
    },
    { signal: life },
  );
}

/** How many players of the page have a picture or wait for one. */
export function countPictures(): number {
  const answers = new Set<unknown>();
  document.dispatchEvent(new CustomEvent(question, { detail: answers }));
  return answers.size;
}
