import { lineAt, type Repository, type Violation } from './violation.ts';

const code = /\.(tsx?|[cm]?js|css)$/;

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const empty = /^(common|data|types?)$|(^|-)(utils?|helpers?|misc|managers?)$/;

/** Source files and their folders are kebab-case and named after their content. */
export function checkNames({ files }: Repository): Violation[] {
  const found = new Map<string, Violation>();
  for (const { path } of files.filter((file) => code.test(file.path))) {
    const segments = path.split('/').filter((segment) => !segment.startsWith('.'));
    for (const segment of segments) {
      const place = { file: path, line: 1 };
      if (!kebab.test(segment))
        found.set(segment, { ...place, rule: 'kebab-case', says: `"${segment}" is not kebab-case: rename it.` });
      const stem = segment.replace(/\..*$/, '');
      if (empty.test(stem))
        found.set(segment, {
          ...place,
          rule: 'name-says-something',
          says: `"${segment}" names nothing: call it by its noun or verb.`,
        });
    }
  }
  return [...found.values()];
}

/** Character classes keep these patterns from matching themselves. */
const leftBehind: readonly { readonly pattern: RegExp; readonly says: string }[] = [
  { pattern: /\bTO[D]O\b|\bFIX[M]E\b/g, says: 'unfinished work: finish it, or open an issue and take the mark out.' },
  { pattern: /\bcoming[ ]soon\b/gi, says: 'announces something that does not exist: build it or leave it out.' },
  {
    pattern: /\b(it|test|describe|suite)(\.\w+)*\.(skip|only|todo)\b|\.(skip|only)[(]/g,
    says: 'runs only a part of the tests: let every test run.',
  },
  {
    pattern:
      /(?<![\w.-])\/work\/|\bshared\/(architecture|interfaces|product|specification)\.md|\bshared\/(design|reference)\//g,
    says: 'names a place outside this repository: describe the thing itself.',
  },
];

/**
 * No unfinished work, no disabled test and no path of a developer's machine stays in the
 * repository.
 */
export function checkLeftBehind({ files }: Repository): Violation[] {
  return files.flatMap(({ path, text }) =>
    leftBehind.flatMap(({ pattern, says }) =>
      [...text.matchAll(pattern)].map((match) => ({
        file: path,
        line: lineAt(text, match.index),
        rule: 'left-behind',
        says: `"${match[0]}" ${says}`,
      })),
    ),
  );
}
