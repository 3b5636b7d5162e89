import { asvsIds, numberedIds } from './security-ids.ts';
import { isTest, type Repository, type Violation } from './violation.ts';

/** A document whose every row is shown by a test or says in words why not. */
type Matrix = {
  readonly document: string;
  /** A row begins with this cell; the first group is its id. */
  readonly row: RegExp;
  /** With what the last cell of a row may begin in place of a test. */
  readonly reasons: readonly string[];
  /** Ids that must have a row. */
  readonly required: readonly string[];
};

const NOT_YET = 'Not yet: ';

const matrices: readonly Matrix[] = [
  { document: 'docs/conformance.md', row: /^\|\s*(\d+\.\d+)\s*\|/, reasons: [], required: [] },
  {
    document: 'docs/security.md',
    row: /^\|\s*((?:ASVS |Seam |[A-FH-Z])\d+(?:\.\d+)*)\s*\|/,
    reasons: ['Does not apply: ', 'Written down: ', NOT_YET],
    required: [...numberedIds, ...asvsIds].flatMap(([, ids]) => ids),
  },
];

/**
 * A test is named by its file and, in quotation marks, part of its title as it is spelt there; so is a
 * check of a command in bench/, which `npm test` runs in its short form.
 */
const namedTest = /`([^`]+)`\s*“([^”]+)”/g;

/**
 * A test or a group of tests with its title as it is written; one for each row of a table is
 * `it.each(…)('title', …)`.
 */
const title = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/gs;
const checkName = /\bname:\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
const isBench = (path: string): boolean => /^bench\/.+\.ts$/.test(path);
const commentLine = /^\s*\/\/.*$/gm;

/**
 * Every row of docs/conformance.md and docs/security.md names tests by part of their titles, all of
 * which exist; in the latter it may give a reason in their place. No id is used twice, and none of
 * security-ids.ts is missing.
 */
export function checkConformance({ files }: Repository): Violation[] {
  return matrices.flatMap((matrix) => {
    const document = files.find(({ path }) => path === matrix.document);
    return document ? checkMatrix(matrix, document.text, files) : [];
  });
}

function checkMatrix(matrix: Matrix, text: string, files: Repository['files']): Violation[] {
  const seen = new Set<string>();
  const violation = (line: number, says: string) => ({
    file: matrix.document,
    line,
    rule: 'requirement-has-a-test',
    says,
  });
  const faults = rowsOf(matrix, text).flatMap(({ id, row, line }) => {
    const fault =
      faultOf(row, matrix, files) ?? (seen.has(id) ? 'is numbered twice: give it a number of its own.' : null);
    seen.add(id);
    return fault === null ? [] : [violation(line, `${id} ${fault}`)];
  });
  const missing = matrix.required.filter((id) => !seen.has(id));
  return [...faults, ...missing.map((id) => violation(1, `${id} has no row: add it with a test or a reason.`))];
}

function rowsOf({ row: pattern }: Matrix, text: string): { id: string; row: string; line: number }[] {
  return text.split('\n').flatMap((row, index) => {
    const id = pattern.exec(row)?.[1];
    return id === undefined ? [] : [{ id, row, line: index + 1 }];
  });
}

function faultOf(row: string, { reasons }: Matrix, files: Repository['files']): string | null {
  const tests = [...row.matchAll(namedTest)];
  if (tests.length === 0) return isReason(row, reasons) ? null : faultWithoutTest(reasons);
  for (const [, path = '', words = ''] of tests) {
    const file = files.find((candidate) => candidate.path === path);
    if (!file || !(isTest(path) || isBench(path))) return `names ${path}, which is no test file: correct the path.`;
    if (!titlesIn(file).some((one) => one.includes(words)))
      return `names a test that ${path} does not have: correct the words “${words}”.`;
  }
  return null;
}

function faultWithoutTest(reasons: readonly string[]): string {
  const instead =
    reasons.length === 0
      ? ''
      : `, or a reason that begins with ${reasons.map((one) => `“${one.trim()}”`).join(' or ')}`;
  return `names no test: add \`file\` “part of its title”${instead}.`;
}

/** Whether the last cell begins as a reason does and goes on. */
function isReason(row: string, reasons: readonly string[]): boolean {
  const cell = lastCell(row);
  return reasons.some((start) => cell.startsWith(start) && cell.length > start.length);
}

const lastCell = (row: string): string => row.trim().replace(/\|$/, '').split('|').at(-1)?.trim() ?? '';

function titlesIn({ path, text }: Repository['files'][number]): string[] {
  return [...text.replace(commentLine, '').matchAll(isBench(path) ? checkName : title)].map(
    ([, , words = '']) => words,
  );
}

/**
 * How many rows each document has, by what shows them, and the ids of those that are not, or not
 * wholly, shown yet: one line a document.
 */
export function countRows({ files }: Repository): string[] {
  return matrices.flatMap((matrix) => {
    const document = files.find(({ path }) => path === matrix.document);
    if (!document) return [];
    const rows = rowsOf(matrix, document.text);
    const withTest = rows.filter(({ row }) => row.search(namedTest) >= 0);
    const counts = matrix.reasons.map((reason) => {
      const ids = rows.filter(({ row }) => lastCell(row).includes(reason)).map(({ id }) => id);
      return `, ${ids.length} “${reason.trim()}”${reason === NOT_YET && ids.length > 0 ? ` (${ids.join(', ')})` : ''}`;
    });
    return [`${matrix.document}: ${rows.length} rows, ${withTest.length} with a test${counts.join('')}`];
  });
}
