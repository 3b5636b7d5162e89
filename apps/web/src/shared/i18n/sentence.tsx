import { Fragment, type ReactNode } from 'react';
import { useText } from './use-text.ts';

/**
 * A sentence with elements in it: `{name}` in the English text stands for `parts.name`, wherever
 * the language puts it.
 */
export function Sentence({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  const t = useText();
  return t(text)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other identity.
      <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
    ));
}
