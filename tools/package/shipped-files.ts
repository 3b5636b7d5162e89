import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files and folders of the checkout that belong into a package. */
const SHIPPED = [
  'LICENSE',
  'package.json',
  'package-lock.json',
  ...['server', 'speedtest', 'cli', 'sandbox'].flatMap((app) => [`apps/${app}/package.json`, `apps/${app}/src`]),
  'apps/web/package.json',
  'apps/web/dist',
  'apps/web/public/fonts',
  // The dictionaries, which the server reads for its notices.
  'apps/web/src/shared/i18n',
  'packages',
  'brand',
  'deploy',
  'docs',
];

/** Below the folders above: tests, other people's packages, and what an operator keeps there. */
const LEFT_OUT = [
  /(^|\/)(node_modules|testing)(\/|$)|^docs\/pictures|^deploy\/(bin|secrets)(\/|$)/,
  /\.(test|fixture|factory)\.tsx?$/,
  /\.tsx$|^apps\/web\/src\/.*\.ts$/,
  /\.(env|pem|key|crt)$/,
  // A hidden file: an editor's, or the marker of the web app's build.
  /(^|\/)\./,
];

/** The paths of a package's files in a fixed order, without those of node_modules. */
export function listShippedFiles(root: string): string[] {
  return SHIPPED.flatMap((path) => walk(root, path)).sort();
}

function walk(root: string, path: string): string[] {
  if (LEFT_OUT.some((pattern) => pattern.test(path))) return [];
  const entries = listFolder(join(root, path));
  if (entries === null) return [path];
  return entries.flatMap((entry) => walk(root, relative(root, join(root, path, entry))));
}

/** Null when it is a file. */
function listFolder(path: string): string[] | null {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null;
    throw error;
  }
}
