import { lineAt, type Repository, type RepositoryFile, type Violation } from '../violation.ts';

const document = 'docs/dependencies.md';
const row = /^\| `([^`]+)` \| [^|\s][^|]* \| [^|\s][^|]* \|$/gm;
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

type Manifest = { readonly name?: string } & Partial<Record<(typeof kinds)[number], Readonly<Record<string, string>>>>;

/**
 * Each dependency of each package.json has one row in docs/dependencies.md with its use and its
 * reason, and each row has a dependency.
 */
export function checkDependenciesDoc({ files }: Repository): Violation[] {
  const manifests = files
    .filter(({ path }) => /(^|\/)package\.json$/.test(path))
    .map((file) => ({ file, manifest: JSON.parse(file.text) as Manifest }));
  const ours = new Set(manifests.map(({ manifest }) => manifest.name));
  const text = files.find(({ path }) => path === document)?.text ?? '';
  const rows = [...text.matchAll(row)].map(({ 1: name = '', index }) => ({ name, line: lineAt(text, index) }));
  const explained = new Set(rows.map(({ name }) => name));
  const used = new Map<string, RepositoryFile>();
  for (const { file, manifest } of manifests)
    for (const name of kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})))
      if (!ours.has(name) && !used.has(name)) used.set(name, file);
  const missing = [...used].filter(([name]) => !explained.has(name));
  const unlisted = rows.filter(
    ({ name }, index) => !used.has(name) || rows.findIndex((one) => one.name === name) < index,
  );
  return [
    ...missing.map(([name, { path, text }]) => ({
      file: path,
      line: lineAt(text, text.indexOf(`"${name}":`)),
      rule: 'dependencies-doc',
      says: `"${name}" has no row in ${document}: say what it is for and why this one.`,
    })),
    ...unlisted.map(({ name, line }) => ({
      file: document,
      line,
      rule: 'dependencies-doc',
      says: `"${name}" is explained twice or is in no package.json: delete the row.`,
    })),
  ];
}
