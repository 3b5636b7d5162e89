import { dirname } from 'node:path';
import { isTypeScript, type Repository, type Violation } from './violation.ts';

const manyFiles = 25;

/**
 * Folders with more sources than a reader can overview, tests included. Reported, no violation.
 */
export function findFullFolders({ files }: Repository): Violation[] {
  const sources = files.map(({ path }) => path).filter(isTypeScript);
  return [...Map.groupBy(sources, (path) => dirname(path))]
    .filter(([, paths]) => paths.length > manyFiles)
    .sort(([, some], [, others]) => others.length - some.length)
    .map(([folder, paths]) => {
      const says = `holds ${paths.length} sources (about ${manyFiles} read well): find the nouns in it.`;
      return { file: folder, line: 1, rule: 'folder-size', says };
    });
}
