import type * as TestingLibrary from '@testing-library/dom';

/** A text that is the whole name or is matched by the expression. */
export type Words = string | RegExp;

/** An element by its role and accessible name, or a form field by its label. */
export type Target =
  | { readonly role: string; readonly name?: Words; readonly within?: Target }
  | { readonly label: Words; readonly within?: Target };

/** An expression cannot be sent to a browser as it is. */
type SentWords = string | { readonly source: string; readonly flags: string };
type SentTarget =
  | { readonly role: string; readonly name?: SentWords; readonly within?: SentTarget }
  | { readonly label: SentWords; readonly within?: SentTarget };

/** The target as it can be sent to a browser. */
export function toSend(target: Target): SentTarget {
  const within = target.within === undefined ? {} : { within: toSend(target.within) };
  if ('label' in target) return { label: sentWords(target.label), ...within };
  return { role: target.role, ...(target.name !== undefined && { name: sentWords(target.name) }), ...within };
}

function sentWords(words: Words): SentWords {
  return typeof words === 'string' ? words : { source: words.source, flags: words.flags };
}

/** 'button "Pay" in dialog', for errors. */
export function describe(target: Target): string {
  const name = 'label' in target ? target.label : target.name;
  const kind = 'label' in target ? 'field' : target.role;
  const words = name === undefined ? kind : `${kind} "${name}"`;
  return target.within === undefined ? words : `${words} in ${describe(target.within)}`;
}

/** The visible elements of the page that are meant, in their order. Runs in the page, sent as text. */
export function findInPage(library: typeof TestingLibrary, target: SentTarget): HTMLElement[] {
  const matcher = (words: SentWords) => (typeof words === 'string' ? words : new RegExp(words.source, words.flags));
  const find = (wanted: SentTarget): HTMLElement[] => {
    const places = wanted.within === undefined ? [document.body] : find(wanted.within);
    return places.flatMap((place) => {
      if ('label' in wanted) return library.queryAllByLabelText(place, matcher(wanted.label));
      const name = wanted.name === undefined ? {} : { name: matcher(wanted.name) };
      return library.queryAllByRole(place, wanted.role, { ...name, hidden: true });
    });
  };
  // The browser itself knows much sooner what is hidden than the library.
  return find(target).filter((element) => element.checkVisibility({ visibilityProperty: true }));
}
