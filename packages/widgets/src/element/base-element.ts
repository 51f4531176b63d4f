import { render } from 'preact';
import { PageElement } from './page-element.ts';

/** An element that shows a Preact component. */
export abstract class WatchpostElement extends PageElement {
  /** The component; null for nothing. Called once for all changes of a task. */
  protected abstract view(): object | null;

  protected draw(): void {
    render(this.view(), this.root);
  }

  protected override release(): void {
    super.release();
    render(null, this.root);
  }
}
