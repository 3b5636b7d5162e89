/** One broken rule at one place; `says` states the fault and how to fix it in one line. */
export type Violation = {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly says: string;
};

/** A text file of the repository; `path` is relative to the root, with forward slashes. */
export type RepositoryFile = { readonly path: string; readonly text: string };

/** The input of every rule: the root folder and all its text files. */
export type Repository = { readonly root: string; readonly files: readonly RepositoryFile[] };

/**
 * The printed line of a violation: a place an editor can open, the rule, the fault and its remedy.
 */
export function formatViolation(violation: Violation): string {
  return `${violation.file}:${violation.line} [${violation.rule}] ${violation.says}`;
}

/** The 1-based line on which `offset` lies. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Whether a path is TypeScript that the compiler must see. */
export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** Whether a path is a test; tests may import factories and concrete dependencies. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('e2e/');
}
