/** The first page of a list, and with `for await` all its items: later pages are requested when they are reached. */
export interface Paged<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

/**
 * Makes a paged list of the requests for its pages.
 * @param load requests a page; without a cursor the first
 * @param cursor of the page to begin with
 * @example return paged((cursor) => http.request(listEvents, { query: { cursor } }), undefined, ({ events }) => events);
 */
export function paged<Page extends { readonly next: string | null }, Item>(
  load: (cursor: string | undefined) => Promise<Page>,
  cursor: string | undefined,
  itemsOf: (page: Page) => readonly Item[],
): Paged<Page, Item> {
  const first = load(cursor);
  async function* items(): AsyncGenerator<Item, void> {
    for (let page = await first; ; page = await load(page.next)) {
      yield* itemsOf(page);
      if (page.next === null) return;
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items });
}
