import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { about, type Finding, messageOf } from './finding.ts';

const subject = about('Payment pages');
/** A payment link as its customer opens it, and the page of a customer. */
const PAGES = ['/pay', '/payment'];
const TIMEOUT_MS = 10_000;

/** What keeps other scripts, frames and forms out of a page. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** As the web app's build writes it (docs/pci.md). */
const inventory = z.array(z.object({ file: z.string(), integrity: z.string() }));

/** Whether one of the policies of a header has every directive of POLICY; browsers enforce all of them. */
function isStrict(header: string): boolean {
  return header.split(',').some((policy) => {
    const directives = policy.split(';').map((each) => each.trim().split(/\s+/));
    return Object.entries(POLICY).every(([name, source]) =>
      directives.some(([found, ...sources]) => found === name && sources.join(' ') === source),
    );
  });
}

function findWeakHeaders(url: URL, headers: Headers): string[] {
  return [
    ...(isStrict(headers.get('content-security-policy') ?? '') ? [] : ['content-security-policy']),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['x-content-type-options']),
    ...(url.protocol === 'https:' && !headers.has('strict-transport-security') ? ['strict-transport-security'] : []),
  ];
}

/** Scripts of a page that the inventory does not have: their addresses, or "(inline)". */
function findUnlisted(html: string, page: URL, listed: ReadonlySet<string>): string[] {
  const attributes = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, found = '']) => found);
  const run = attributes.filter((found) => !/\btype="application\/(?:ld\+)?json"/.test(found));
  const preloads = [...html.matchAll(/<link\b([^>]*\brel="?modulepreload\b[^>]*)>/gi)].map(([, found = '']) => found);
  const addresses = [...run, ...preloads].map((found) => /\b(?:src|href)="?([^"\s>]+)/.exec(found)?.[1] ?? '(inline)');
  return addresses.filter((address) => {
    const url = address === '(inline)' ? null : URL.parse(address, page.href);
    return url === null || url.origin !== page.origin || !listed.has(url.pathname.slice(1));
  });
}

async function ask(url: URL): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
}

async function checkPage(url: URL, listed: ReadonlySet<string>): Promise<Finding[]> {
  const answer = await ask(url);
  if (answer.status !== 200)
    return [subject.fault(`${url} answers with ${answer.status}.`, 'Have the proxy pass the page on unchanged.')];
  const weak = findWeakHeaders(url, answer.headers);
  const unlisted = findUnlisted(await answer.text(), url, listed);
  return [
    ...weak.map((header) =>
      subject.fault(
        `${url} has another ${header} than the portal sends.`,
        'Have the proxy pass this header on unchanged: delete the line that sets or removes it.',
      ),
    ),
    ...unlisted.map((address) =>
      subject.fault(
        `${url} loads a script that is not of this release: ${address}.`,
        'Find out who adds it (the proxy, a service before it, another release) and remove it; until then take no payments.',
      ),
    ),
  ];
}

/**
 * Whether customers get the payment pages as this release has them: headers, and every script of the
 * inventory byte for byte (PCI DSS 6.4.3 and 11.6.1). `inventoryPath` is the build's file.
 */
export async function checkPaymentPages(publicUrl: URL, inventoryPath: string): Promise<Finding[]> {
  const text = await readFile(inventoryPath, 'utf8').catch(() => null);
  if (text === null) return [subject.skipped(`${inventoryPath} is missing: the web app is not built here.`)];
  try {
    const scripts = inventory.parse(JSON.parse(text));
    const listed = new Set(scripts.map(({ file }) => file));
    const pages = await Promise.all(PAGES.map((page) => checkPage(new URL(page, publicUrl), listed)));
    const changed = await Promise.all(
      scripts.map(async ({ file, integrity }) => {
        const answer = await ask(new URL(`/${file}`, publicUrl));
        const hash = createHash('sha384').update(Buffer.from(await answer.arrayBuffer()));
        return answer.status === 200 && integrity === `sha384-${hash.digest('base64')}` ? [] : [file];
      }),
    );
    const faults = pages.flat();
    const files = changed.flat();
    if (files.length > 0)
      faults.push(
        subject.fault(
          `${publicUrl.origin} serves other scripts than this release has: ${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}.`,
          'Install the release again where it is served; while two releases run side by side, ask again afterwards.',
        ),
      );
    const found = `${publicUrl.origin} serves the headers and the ${scripts.length} scripts of this release.`;
    return faults.length > 0 ? faults : [subject.ok(found)];
  } catch (error) {
    const remedy = 'Check DNS, the proxy and its firewall; PUBLIC_URL must be what customers type.';
    return [subject.fault(`The payment pages of ${publicUrl.origin} cannot be checked: ${messageOf(error)}.`, remedy)];
  }
}
