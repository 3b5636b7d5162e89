import { isTest, type Repository, type Violation } from './violation.ts';

const DOCUMENT = 'docs/conformance.md';

/**
 * A row of requirements begins with the number of a section of the specification and of the row in
 * it.
 */
const requirement = /^\|\s*(\d+\.\d+)\s*\|/;

/** A test is named by its file and, in quotation marks, part of its title as it is spelt there. */
const namedTest = /`([^`]+)`\s*“([^”]+)”/g;

/**
 * A test or a group of tests with its title as it is written; one for each row of a table is
 * `it.each(…)('title', …)`.
 */
const title = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/gs;
const commentLine = /^\s*\/\/.*$/gm;

/**
 * Every requirement in docs/conformance.md names at least one test by part of its title, and no
 * number is used twice.
 */
export function checkConformance({ files }: Repository): Violation[] {
  const document = files.find(({ path }) => path === DOCUMENT);
  if (!document) return [];
  const seen = new Set<string>();
  return document.text.split('\n').flatMap((row, index) => {
    const number = requirement.exec(row)?.[1];
    if (number === undefined) return [];
    const fault = faultOf(row, files) ?? (seen.has(number) ? 'is numbered twice: give it a number of its own.' : null);
    seen.add(number);
    if (fault === null) return [];
    return [{ file: DOCUMENT, line: index + 1, rule: 'requirement-has-a-test', says: `${number} ${fault}` }];
  });
}

function faultOf(row: string, files: Repository['files']): string | null {
  const tests = [...row.matchAll(namedTest)];
  if (tests.length === 0) return 'names no test: add `file` “part of its title”.';
  for (const [, path = '', words = ''] of tests) {
    const file = files.find((candidate) => candidate.path === path);
    if (!file || !isTest(path)) return `names ${path}, which is no test file: correct the path.`;
    if (!titlesIn(file.text).some((one) => one.includes(words)))
      return `names a test that ${path} does not have: correct the words “${words}”.`;
  }
  return null;
}

function titlesIn(text: string): string[] {
  return [...text.replace(commentLine, '').matchAll(title)].map(([, , words = '']) => words);
}
