/** Of a text: what its writer wrote, and what was quoted below or between; null where nothing was. */
export type SplitText = { readonly body: string; readonly quoted: string | null };

/** Our own line above every mail about a ticket; its signs are the same in every language. */
const OWN_SEPARATOR = /##-.*-##/;

const ORIGINAL = /^\s*-+\s*(?:original|forwarded) (?:message|appointment)\s*-+\s*$/i;
const UNDERSCORES = /^\s*_{20,}\s*$/;

/**
 * "On 3 Nov 2026, Waya Care <care@waya.example> wrote:" in any language: it has a date and an address, or a
 * date and the word, and ends in a colon.
 */
const WROTE = /\b(?:wrote|écrit|schrieb|kọwé|kọ|rubuta|dere)\s*:\s*$/iu;
const ADDRESSED = /<?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?.{0,40}:\s*$/u;
const DATED = /\d{1,4}[./-]\d|\d:\d\d|\b20\d\d\b/;
const LONGEST_ATTRIBUTION = 300;

/** Outlook's block of headers above what it quotes. */
const HEADER = /^\s*\*?(?:from|sent|date|to|cc|subject|de|envoyé|objet)\s*:\*?\s/i;

const isQuote = (line: string): boolean => /^\s*>/.test(line);

function saysWhoWrote(lines: readonly string[]): boolean {
  const joined = lines
    .map((line) => line.replace(/^[>\s]+/, ''))
    .join(' ')
    .trim();
  if (joined.length > LONGEST_ATTRIBUTION || !DATED.test(joined)) return false;
  return WROTE.test(joined) || ADDRESSED.test(joined);
}

/** Whether from here on, in one line or up to three, it says who wrote what follows. */
function isAttribution(lines: readonly string[], at: number): boolean {
  if ((lines[at] ?? '').trim() === '') return false;
  const count = [1, 2, 3].find((several) => saysWhoWrote(lines.slice(at, at + several)));
  // Else the line before it would belong to it.
  return count !== undefined && (count === 1 || !saysWhoWrote(lines.slice(at + 1, at + count)));
}

function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!/^\s*\*?(?:from|de)\s*:/i.test(lines[at] ?? '')) return false;
  return lines.slice(at, at + 6).filter((line) => HEADER.test(line)).length >= 3;
}

/** Where everything below belongs to the mail that is answered; -1 for nowhere. */
function cutOf(lines: readonly string[]): number {
  return lines.findIndex(
    (line, at) =>
      OWN_SEPARATOR.test(line) ||
      ORIGINAL.test(line) ||
      (UNDERSCORES.test(line) && isHeaderBlock(lines, at + 1)) ||
      isHeaderBlock(lines, at) ||
      isAttribution(lines, at),
  );
}

/** Lines of a mail program between its mark and the first line that it quotes. */
const MOST_BEFORE_QUOTE = 5;

/**
 * What somebody wrote below or between the lines that they quote is theirs, where each line of the quote has
 * its sign.
 */
function answersBetween(quoted: readonly string[]): string[] {
  const first = quoted.findIndex(isQuote);
  if (first === -1 || first > MOST_BEFORE_QUOTE) return [];
  return quoted.slice(first).filter((line) => !isQuote(line) && line.trim() !== '' && !OWN_SEPARATOR.test(line));
}

const tidy = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Divides the text of a mail by the usual marks: lines with `>`, "On … wrote:", "Original Message", Outlook's
 * headers, and our own line. Nothing is dropped; a text without words of its own stays whole.
 */
export function splitQuotedText(text: string): SplitText {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const cut = cutOf(lines);
  const [above, below] = cut === -1 ? [lines, []] : [lines.slice(0, cut), lines.slice(cut)];
  const own = [...above.filter((line) => !isQuote(line)), ...answersBetween(below)];
  const body = tidy(own);
  const quoted = tidy([...above.filter(isQuote), ...below]);
  if (body === '' || quoted === '') return { body: tidy(lines), quoted: null };
  return { body, quoted };
}
