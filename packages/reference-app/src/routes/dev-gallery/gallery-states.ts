/** Pseudo-classes that a screenshot cannot trigger, and their values in the gallery: `data-show="hover"`. */
const states = { ':hover': 'hover', ':active': 'active', ':focus-visible': 'focus', ':focus-within': 'focus' } as const;

/** Copies every rule with such a pseudo-class for elements that only show the state. @returns number of added rules */
export function addShownStates(sheets: Iterable<CSSStyleSheet>): number {
  let added = 0;
  const visit = (group: CSSStyleSheet | CSSGroupingRule): void => {
    for (let index = group.cssRules.length - 1; index >= 0; index -= 1) {
      const rule = group.cssRules[index];
      if (rule instanceof CSSStyleRule) {
        const shown = shownSelector(rule.selectorText);
        if (shown === null) continue;
        group.insertRule(`${shown}{${rule.style.cssText}}`, index + 1);
        added += 1;
      } else if (rule instanceof CSSGroupingRule) visit(rule);
    }
  };
  for (const sheet of sheets) visit(sheet);
  return added;
}

/** Returns the copied rule's selector; null when it has no such pseudo-class or was copied already. */
export function shownSelector(selector: string): string | null {
  if (selector.includes('[data-show')) return null;
  const shown = Object.entries(states).reduce((text, [state, name]) => text.replaceAll(state, `[data-show~=${name}]`), selector);
  return shown === selector ? null : shown;
}
