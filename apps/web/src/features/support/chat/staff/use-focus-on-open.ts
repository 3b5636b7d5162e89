import { type RefObject, useEffect } from 'react';

const WIDE = '(min-width: 1024px)';

export type OpeningFocus = {
  chatId: string;
  heading: RefObject<HTMLElement | null>;
  /** Where to write; null where nothing is written first. */
  field: RefObject<HTMLElement | null> | null;
};

/**
 * Opening or accepting a chat moves the focus there: to the reply field beside the list, else to
 * the name; on a phone the keyboard would hide the messages.
 */
export function useFocusOnOpen({ chatId, heading, field }: OpeningFocus): void {
  const isToBeAnswered = field !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chat that is opened or taken.
  useEffect(() => {
    const target = field && matchMedia(WIDE).matches ? field : heading;
    target.current?.focus({ preventScroll: true });
  }, [chatId, isToBeAnswered]);
}
