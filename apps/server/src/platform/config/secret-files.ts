import { readFileSync } from 'node:fs';

const SUFFIX = '_FILE';

function readSecret(path: string): string {
  return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/**
 * Replaces each NAME_FILE of a secret by NAME with the content of that file, without its last line
 * break, as credentials of Docker and systemd are given. Names in `given` have a value that is not
 * empty. A fault names a file that cannot be read or is empty, or a secret that is given twice.
 */
export function readSecretFiles(
  given: Readonly<Record<string, string>>,
  secretNames: readonly string[],
): { readonly values: Readonly<Record<string, string>>; readonly faults: readonly string[] } {
  const values: Record<string, string> = { ...given };
  const faults: string[] = [];
  for (const name of secretNames) {
    const path = given[name + SUFFIX];
    if (path === undefined) continue;
    if (given[name] !== undefined) {
      faults.push(`${name} and ${name}${SUFFIX} are both set: remove one of them`);
      continue;
    }
    try {
      const secret = readSecret(path);
      if (secret.trim() === '') faults.push(`${name}${SUFFIX}: ${path} is empty`);
      else values[name] = secret;
    } catch (error) {
      faults.push(`${name}${SUFFIX}: ${path} cannot be read (${reasonOf(error)})`);
    }
  }
  return { values, faults };
}
