import type { Plugin } from 'vite';

const ENTRY_FILE = /\/packages\/contract\/src\/.*\.ts$/;
/** Texts on one line of an entry, or two where they did not fit, and the list of its errors. */
const SERVER_FIELD = /^ {2}(?:(?:summary|accountRole):\s*(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*")|errors: \[[^\]]*\]),\n/gm;

/**
 * What a contract entry says for the server and the API's document: what it is for, who in an account
 * may call it, and its errors. No page reads these, and they would be 2 KB of every page.
 */
export function dropServerFields(): Plugin {
  return {
    name: 'drop-server-fields',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return ENTRY_FILE.test(id) ? { code: code.replace(SERVER_FIELD, ''), map: null } : null;
    },
  };
}
