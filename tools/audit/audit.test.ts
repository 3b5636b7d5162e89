import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeAdvisories, judgeSignatures } from './judge-answers.ts';
import { runNpm } from './run-npm.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const advisory = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Reads beyond the end',
  severity: 'high',
  vulnerable_versions: '<1.1.0',
};

/** A registry that knows one package and these advisories; null: it does not answer for them. */
async function startRegistry(advisories: object | null): Promise<string> {
  const server = createServer((request, response) => {
    const isBulk = request.url === '/-/npm/v1/security/advisories/bulk';
    const packument = { name: 'left', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { name: 'left' } } };
    const body = isBulk ? advisories : request.url === '/left' ? packument : null;
    request.resume();
    response.writeHead(body ? 200 : 405, { 'content-type': 'application/json' }).end(body ? JSON.stringify(body) : '');
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/`;
}

/** npm's own answer about a project with one package. */
async function audit(registry: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-audit-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  const project = { name: 'project', version: '1.0.0', dependencies: { left: '1.0.0' } };
  const packages = { '': project, 'node_modules/left': { version: '1.0.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...project, lockfileVersion: 3, packages }));
  const options = [`--registry=${registry}`, `--cache=${join(folder, 'cache')}`, '--package-lock-only'];
  return runNpm(['audit', '--omit=dev', ...options], folder);
}

const exception = { advisory: 'GHSA-aaaa-bbbb-cccc', package: 'left', until: '2026-12-01', reason: 'never called' };

describe('a known fault of a production package', () => {
  it('fails, passes until the day of its exception, and fails after it', async () => {
    const answer = await audit(await startRegistry({ left: [advisory] }));
    expect(judgeAdvisories(answer, [], '2026-11-26')).toEqual({
      kind: 'faults',
      says: [`left: Reads beyond the end (high, ${advisory.url}).`],
    });
    expect(judgeAdvisories(answer, [exception], '2026-12-01').kind).toBe('passed');
    expect(judgeAdvisories(answer, [{ ...exception, until: '2027-12-01' }], '2026-12-01').kind).toBe('faults');
    expect(judgeAdvisories(answer, [{ ...exception, package: 'right' }], '2026-12-01').kind).toBe('faults');
    expect(judgeAdvisories(answer, [exception], '2026-12-02')).toMatchObject({
      kind: 'faults',
      says: [expect.stringContaining('The exception ended on 2026-12-01.')],
    });
  });

  it('that is gone leaves no exception behind', async () => {
    const answer = await audit(await startRegistry({}));
    expect(judgeAdvisories(answer, [], '2026-11-26').kind).toBe('passed');
    expect(judgeAdvisories(answer, [exception], '2026-11-26').kind).toBe('faults');
  });
});

it('a registry that does not answer is said to be unknown, not passed', async () => {
  const silent = judgeAdvisories(await audit(await startRegistry(null)), [], '2026-11-26');
  expect(silent).toEqual({ kind: 'unanswered', why: expect.stringContaining('405') });
  const unreachable = judgeAdvisories(await audit('http://127.0.0.1:9/'), [], '2026-11-26');
  expect(unreachable).toMatchObject({ kind: 'unanswered', why: expect.stringMatching(/127\.0\.0\.1:9/) });
});

describe('signatures', () => {
  const answer = (body: object) => ({ stdout: JSON.stringify(body), stderr: '' });

  it('pass when the registry has signed everything', () => {
    expect(judgeSignatures(answer({ invalid: [], missing: [] })).kind).toBe('passed');
  });

  it('of a package that is wrong or missing are faults', () => {
    const unsigned = { name: 'left', version: '1.0.0' };
    expect(judgeSignatures(answer({ invalid: [unsigned], missing: [] })).kind).toBe('faults');
    expect(judgeSignatures(answer({ invalid: [], missing: [unsigned] })).kind).toBe('faults');
  });

  it('are unknown when the keys cannot be fetched, or npm crashes', () => {
    const failed = answer({ error: { code: 'ENOTFOUND', summary: 'tuf-repo-cdn.sigstore.dev was not found' } });
    expect(judgeSignatures(failed)).toEqual({ kind: 'unanswered', why: 'tuf-repo-cdn.sigstore.dev was not found' });
    expect(judgeSignatures({ stdout: '', stderr: 'Killed\n' })).toEqual({ kind: 'unanswered', why: 'Killed' });
  });
});
