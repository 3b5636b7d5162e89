/**
 * One or two letters for a person: 'Amina Bello' is 'AB', 'Ọlámidé' is 'Ọ'. Marks stay with their
 * letters.
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return [first, last].map(firstLetter).join('').toLocaleUpperCase('en');
}

function firstLetter(word: string): string {
  return /^\P{M}\p{M}*/u.exec(word)?.[0] ?? '';
}
