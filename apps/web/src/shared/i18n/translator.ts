import { type Dictionary, fill, type Translate } from './translate.ts';

/**
 * The English text is the key: it is complete by construction, and messages of the server are
 * looked up like ours, those with values in them ('Use at most 100 characters') by their pattern
 * ('Use at most {count} characters'). Only texts that the server sends, `sent`, have a pattern: one
 * of our own would match a part of another sentence as a value and leave it in English.
 */
export function translator(dictionary: Dictionary, sent: readonly string[] = []): Translate {
  const shapes = new Map<string, RegExp>();
  for (const english of [...sent].sort((a, b) => b.length - a.length)) {
    const shape = dictionary[english] === undefined ? null : shapeOf(english);
    if (shape) shapes.set(english, shape);
  }
  return (english, values) => {
    const exact = dictionary[english];
    if (exact !== undefined || values) return fill(exact ?? english, values);
    for (const [pattern, shape] of shapes) {
      const found = shape.exec(english);
      if (found) return fill(dictionary[pattern] ?? english, found.groups);
    }
    return english;
  };
}

/**
 * The pattern of a text once its values are filled in; null for a text without values, or one with
 * hardly any words of its own.
 */
export function shapeOf(english: string): RegExp | null {
  const pieces = english.split(/\{(\w+)\}/);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const own = pieces.filter((_, index) => index % 2 === 0).join('');
  if (names.length === 0 || new Set(names).size < names.length || !/\p{L}{4}/u.test(own)) return null;
  const shape = pieces.map((piece, index) =>
    index % 2 === 0 ? piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : `(?<${piece}>.+?)`,
  );
  return new RegExp(`^${shape.join('')}$`, 's');
}
