import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerTelephone } from './telephone.routes.ts';

let portal: FastifyInstance;
let sandbox: FastifyInstance;
const received: Record<string, string>[] = [];
beforeAll(async () => {
  portal = Fastify();
  portal.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  portal.post<{ Body: Record<string, string>; Querystring: { key?: string } }>('/ussd', ({ body, query }, reply) => {
    received.push({ ...body, key: query.key ?? '' });
    if (body.text === 'broken') return reply.code(500).send('no');
    return reply.type('text/plain').send(body.text === '' ? 'CON Welcome\n1 Balance' : 'END Bye');
  });
  portal.post<{ Body: Record<string, string> }>('/sms', ({ body }, reply) => {
    received.push(body);
    return reply.send({ success: true });
  });
  const origin = await portal.listen({ port: 0 });
  sandbox = Fastify();
  await sandbox.register(
    async (scope) =>
      registerTelephone(scope, {
        code: '*347*1#',
        brandName: 'Waya <Fibre>',
        number: '+2348031234567',
        ussdUrl: `${origin}/ussd?key=secret`,
        textUrl: `${origin}/sms`,
        newId: () => 'id-1',
        clock: () => new Date('2026-12-01T09:00:00Z'),
      }),
    { prefix: '/sandbox' },
  );
});
afterAll(async () => {
  await sandbox.close();
  await portal.close();
});

const post = async (path: string, payload: object) =>
  (await sandbox.inject({ method: 'POST', url: `/sandbox/telephone/${path}`, payload })).json();

it('is a page that names its installation and no key, with a policy for its own script alone', async () => {
  const { headers, body } = await sandbox.inject('/sandbox/telephone');
  expect(body).toContain('Waya &#60;Fibre&#62;');
  expect(body).not.toContain('secret');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-.*'; script-src 'sha256-/);
});

it('dials by the portal’s webhook and shows what it answers, also where each request is sent twice', async () => {
  received.length = 0;
  const dial = { sessionId: 's1', phoneNumber: '+2348031234567', text: '' };
  expect(await post('ussd', dial)).toEqual({ kind: 'CON', text: 'Welcome\n1 Balance' });
  expect(await post('ussd', { ...dial, text: '1', twice: true })).toEqual({ kind: 'END', text: 'Bye' });
  expect(received.map(({ text, key }) => [text, key])).toEqual([
    ['', 'secret'],
    ['1', 'secret'],
    ['1', 'secret'],
  ]);
});

it('shows the operator’s error where there is no screen', async () => {
  const broken = { sessionId: 's2', phoneNumber: '+2348031234567', text: 'broken' };
  expect(await post('ussd', broken)).toMatchObject({ kind: 'END', text: expect.stringContaining('MMI') });
});

it('reports that it hung up, and texts as a provider does', async () => {
  received.length = 0;
  await post('hang-up', { sessionId: 's3', phoneNumber: '+2348031234567', text: '1*2' });
  expect(await post('sms', { from: '+2348031234567', text: 'BAL' })).toEqual({ text: 'Sent.' });
  expect(received).toMatchObject([
    { sessionId: 's3', status: 'Incomplete', input: '1*2' },
    { from: '+2348031234567', text: 'BAL', id: 'id-1', date: '2026-12-01 09:00:00' },
  ]);
});
