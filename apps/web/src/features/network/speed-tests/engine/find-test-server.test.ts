import { afterEach, expect, test, vi } from 'vitest';
import { findTestServer } from './find-test-server.ts';

afterEach(() => vi.unstubAllGlobals());

const signal = new AbortController().signal;

/** Answers by path; everything else as a server does that knows none of it. */
function serve(answers: Record<string, () => Response>, otherwise = () => new Response('', { status: 404 })): void {
  vi.stubGlobal('fetch', async (input: string) => (answers[new URL(input).pathname] ?? otherwise)());
}

test('a server of ours opens a session, wherever it runs', async () => {
  serve({ '/speedtest/session': () => Response.json({ session: 'ab12' }, { status: 201 }) });
  const server = await findTestServer('https://edge.example/', signal);
  expect(server.foreignHost).toBeNull();
  expect(server.address('garbage', 'ckSize=9')).toMatch(
    /^https:\/\/edge\.example\/speedtest\/garbage\?session=ab12&n=\d+&ckSize=9$/,
  );
  expect(server.address('empty')).not.toBe(server.address('empty'));
});

test.each([
  ['PHP', '/backend/empty.php', 'https://speed.example', '/backend/garbage.php'],
  ['Go or Rust', '/backend/empty', 'https://speed.example', '/backend/garbage'],
  ['PHP in a folder of its own', '/ls/empty.php', 'https://speed.example/ls', '/ls/garbage.php'],
])('a LibreSpeed server in %s is found and marked as foreign', async (_, empty, origin, garbage) => {
  serve({ [empty]: () => new Response('') });
  const server = await findTestServer(origin, signal);
  expect(server.foreignHost).toBe('speed.example');
  const address = new URL(server.address('garbage'));
  expect([address.pathname, address.searchParams.get('cors')]).toEqual([garbage, 'true']);
});

test('a web page that answers everything with itself is no test server', async () => {
  serve({}, () => new Response('<!doctype html>'));
  await expect(findTestServer('https://elsewhere.example', signal)).rejects.toMatchObject({ reason: 'unreachable' });
});

test('a server that cannot be reached is reported as such', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(findTestServer('https://gone.example', signal)).rejects.toMatchObject({ reason: 'unreachable' });
});

test('a busy server of ours is not mistaken for a foreign one', async () => {
  serve({ '/speedtest/session': () => new Response('', { status: 503 }) }, () => new Response(''));
  await expect(findTestServer('https://edge.example', signal)).rejects.toMatchObject({ reason: 'busy' });
});

test('the portal itself is not searched for a foreign backend', async () => {
  const asked: string[] = [];
  vi.stubGlobal('location', new URL('https://portal.example/plans'));
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    throw new TypeError('Failed to fetch');
  });
  await expect(findTestServer('https://portal.example', signal)).rejects.toMatchObject({ reason: 'unreachable' });
  expect(asked).toEqual(['https://portal.example/speedtest/session']);
});
