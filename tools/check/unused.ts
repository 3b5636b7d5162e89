import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Repository, Violation } from './violation.ts';

type Issue = { readonly name: string; readonly line?: number };
type FileIssues = { readonly file: string } & Readonly<Record<string, string | readonly Issue[]>>;

/** Descriptions of knip's kinds; every other kind is shown by knip's own name. */
const meanings: Readonly<Record<string, string>> = {
  files: 'no file imports it: delete it.',
  exports: 'no other file imports it: take the export away, or delete it.',
  types: 'no other file imports this type: take the export away, or delete it.',
  dependencies: 'no file imports this package: remove it from package.json.',
  devDependencies: 'no file imports this package: remove it from package.json.',
  unlisted: 'this package is imported but not in the package.json of its workspace: add it there.',
};

/** Nothing in the repository is unused: files, exports and dependencies, by knip with knip.jsonc in `root`. */
export async function checkUnused({ root }: Pick<Repository, 'root'>): Promise<Violation[]> {
  const { issues } = JSON.parse(await runKnip(root)) as { issues: FileIssues[] };
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      (Array.isArray(found) ? (found as Issue[]) : []).map((issue) => ({
        file,
        line: issue.line ?? 1,
        rule: `unused-${kind}`,
        says: `"${issue.name}": ${meanings[kind] ?? `knip reports it under ${kind}: mend or remove it.`}`,
      })),
    ),
  );
}

/** knip exits with 1 when it found something and 2 when it failed; only the latter is our failure. */
function runKnip(root: string): Promise<string> {
  const knip = join(dirname(createRequire(import.meta.url).resolve('knip')), '../bin/knip.js');
  return new Promise((resolve, reject) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [knip, '--reporter', 'json', '--no-progress'], options, (error, stdout, stderr) => {
      if (error !== null && error.code !== 1) reject(new Error(`knip failed: ${stderr || error.message}`));
      else resolve(stdout);
    });
  });
}
