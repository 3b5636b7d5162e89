import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Manifest, Plugin } from 'vite';
import { scriptPurposes } from './script-purposes.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../../..');
const START = 'index.html';
/** The pages that send a customer to a gateway's own page. */
const PAYMENT_PAGES = ['src/pages/billing/payment-page.tsx', 'src/pages/billing/pay-by-link-page.tsx'];
const SERVICE_WORKER = 'service-worker.js';

/** One script of the customer website, as docs/pci.md describes it. */
export type ListedScript = {
  /** Below the site's address: "assets/x1.js". */
  readonly file: string;
  /** Subresource integrity: "sha384-…". */
  readonly integrity: string;
  /** Whether a payment page loads it, at once or on demand. */
  readonly onPaymentPages: boolean;
  readonly purposes: readonly string[];
};

/** The modules of each script, by its file. */
export type ModulesOfScripts = Map<string, readonly string[]>;

/** Notes in `modules` what each script of the build consists of. */
export function noteModules(modules: ModulesOfScripts): Plugin {
  return {
    name: 'note-modules',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') modules.set(chunk.fileName, chunk.moduleIds.map(partOf));
    },
  };
}

/** The package of a module, or its path in this repository. */
function partOf(id: string): string {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return name ?? (path.startsWith('/') ? relative(REPOSITORY, path) : path);
}

/** What these parts are for, each purpose once. Throws with the parts that nobody has declared. */
export function purposesOf(
  file: string,
  parts: readonly string[],
  declared: Readonly<Record<string, string>> = scriptPurposes,
): string[] {
  const names = Object.keys(declared).toSorted((a, b) => b.length - a.length);
  const isNamed = (part: string, name: string) =>
    part === name || part.startsWith(name.endsWith('/') ? name : `${name}/`);
  const purposes = parts.map((part) => {
    const name = names.find((each) => isNamed(part, each));
    if (name === undefined)
      throw new Error(`${part} is in ${file}, and nobody has said what for: build/scripts/script-purposes.ts`);
    return declared[name] ?? '';
  });
  return [...new Set(purposes)].sort();
}

/**
 * Every script that the customer website can load, the service worker among them, with its hash and
 * its purposes. All of them may be in the document of a payment page, since the site changes pages
 * without loading another document. The staff console, a document of its own, is not listed.
 */
export function listScripts(client: string, manifest: Manifest, modules: ModulesOfScripts): ListedScript[] {
  const isPage = (source: string): boolean => source.startsWith('src/pages/');
  const onPaymentPages = filesFrom(manifest, [START, ...PAYMENT_PAGES], (source) => !isPage(source));
  const files = [...filesFrom(manifest, [START], () => true)].sort();
  const scripts = files.map((file) => ({
    file,
    integrity: integrityOf(join(client, file)),
    onPaymentPages: onPaymentPages.has(file),
    purposes: purposesOf(file, modules.get(file) ?? []),
  }));
  const worker = ['apps/web/service-worker'];
  return [
    ...scripts,
    {
      file: SERVICE_WORKER,
      integrity: integrityOf(join(client, SERVICE_WORKER)),
      onPaymentPages: true,
      purposes: purposesOf(SERVICE_WORKER, worker),
    },
  ];
}

/** The files of these sources and of all that they import, on demand only where `follow` says so. */
function filesFrom(manifest: Manifest, sources: readonly string[], follow: (source: string) => boolean): Set<string> {
  const seen = new Set<string>();
  const waiting = [...sources];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    waiting.push(...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? []).filter(follow));
  }
  const files = [...seen].map((key) => manifest[key]?.file ?? '');
  return new Set(files.filter((file) => file.endsWith('.js')));
}

function integrityOf(path: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;
}
