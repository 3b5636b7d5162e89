import type { Repository, Violation } from '../violation.ts';

const index = 'docs/decisions/README.md';
const decision = /^docs\/decisions\/((\d{3})-[^/]+\.md)$/;
const reversed = '**Reversed by [';

/**
 * Each decision has one line in docs/decisions/README.md, below its subject, which says so where the
 * decision was reversed.
 */
export function checkDecisionsIndex({ files }: Repository): Violation[] {
  const lines = (files.find(({ path }) => path === index)?.text ?? '').split('\n');
  return files.flatMap(({ path, text }) => {
    const [, name, number] = decision.exec(path) ?? [];
    if (name === undefined) return [];
    const entries = lines.filter((line) => line.startsWith(`- [${number}](${name}) `));
    const [entry = ''] = entries;
    if (entries.length === 1 && entry.includes(reversed) === text.includes(reversed)) return [];
    const says =
      entries.length === 1
        ? `${index} and the decision must both say "${reversed}…", or neither.`
        : `has ${entries.length} lines in ${index}: give it one, "- [${number}](${name}) …", below its subject.`;
    return [{ file: path, line: 1, rule: 'decisions-index', says }];
  });
}
