import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Repository } from '../violation.ts';

const root = join(import.meta.dirname, '../../..');
const workspaces = ['packages/kernel', 'packages/contract', 'apps/server', 'apps/web', 'apps/sandbox', 'brand'];
const settings = [
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'apps/web/tsconfig.json',
  'knip.jsonc',
  'biome.json',
  '.oxlintrc.json',
  '.gitignore',
];

/**
 * A small repository in the temporary folder, with this repository's settings and npm's symlinks
 * between its workspaces, so that plants are checked with the same settings as the product. Remove
 * its `root` afterwards.
 */
export function plantTree(files: Readonly<Record<string, string>>): Repository {
  const tree = mkdtempSync(join(tmpdir(), 'planted-'));
  for (const path of [...settings, ...workspaces.map((workspace) => `${workspace}/package.json`)]) copy(tree, path);
  for (const [path, text] of Object.entries(files)) write(tree, path, text);
  linkModules(tree);
  const projects = settings.map((path) => ({ path, text: '' })).filter(({ path }) => path.endsWith('tsconfig.json'));
  return { root: tree, files: [...projects, ...Object.entries(files).map(([path, text]) => ({ path, text }))] };
}

function copy(tree: string, path: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  cpSync(join(root, path), join(tree, path));
}

function write(tree: string, path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

function linkModules(tree: string): void {
  mkdirSync(join(tree, 'node_modules/@portal'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@portal' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name));
  }
  for (const workspace of workspaces) {
    symlinkSync(join(tree, workspace), join(tree, 'node_modules/@portal', workspace.replace(/.*\//, '')));
  }
}
