import type { Plugin } from 'vite';

const ENTRY_FILE = /\/packages\/contract\/src\/.*\.ts$/;
/** Fields on one line of an entry, texts also on two where they did not fit, and the list of its errors. */
const SERVER_FIELD =
  /^ {2}(?:(?:summary|accountRole):\s*(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*")|access: '(?!anyone)[\w-]+'|params: [^\n]*|errors: \[[^\]]*\]),\n/gm;

/**
 * What a contract entry says for the server and the API's document: what it is for, who may call it
 * (pages only tell calls for `anyone` from others), the form of its address, and its errors. No page
 * reads these, and they would be 2 KB of every page.
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
