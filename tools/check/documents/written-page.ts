import type { Repository, Violation } from '../violation.ts';

/** A page of Markdown that a command writes from a source. */
export type WrittenPage = {
  readonly document: string;
  readonly source: string;
  readonly command: string;
  readonly rule: string;
  readonly wanted: string;
};

/** Text for a cell of a Markdown table. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** The page in the repository is what its source says now; the first other line is reported. */
export function checkWrittenPage({ files }: Repository, page: WrittenPage): Violation[] {
  const { document, source, command, rule } = page;
  const wanted = page.wanted.split('\n');
  const present = files.find((file) => file.path === document)?.text.split('\n') ?? [];
  const differs = Array.from({ length: Math.max(wanted.length, present.length) }).findIndex(
    (_, index) => wanted[index] !== present[index],
  );
  if (differs === -1) return [];
  return [{ file: document, line: differs + 1, rule, says: `is not what ${source} says: run ${command}.` }];
}
