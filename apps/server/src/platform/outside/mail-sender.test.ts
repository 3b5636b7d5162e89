import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MailRefusedForGood } from './mail-refused.ts';
import { createMailSender } from './mail-sender.ts';

let server: Server | null = null;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

/** A mail server that answers each line as `answer` says; null sends no answer. */
async function startMailServer(answer: (line: string) => string | null): Promise<{ url: string; lines: string[] }> {
  const lines: string[] = [];
  const listening = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    const say = (text: string | null) => text !== null && socket.write(`${text}\r\n`);
    say(answer(''));
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
        say(answer(line));
      }
    });
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `smtp://127.0.0.1:${address.port}`, lines };
}

const mail = {
  recipient: 'bisi@mail.example',
  subject: 'Receipt: ₦25,000',
  text: 'Paid.',
  html: '<p class="ink">Paid.</p>',
};

/** A server that accepts everything except the lines for which `refusals` has another answer. */
function takingMail(refusals: readonly (readonly [RegExp, string])[] = []) {
  let isInMail = false;
  return (line: string): string | null => {
    if (line === '') return '220 ready';
    if (isInMail && line !== '.') return null;
    const refusal = refusals.find(([pattern]) => pattern.test(line))?.[1];
    isInMail = line === 'DATA' && refusal === undefined;
    return refusal ?? (line === 'DATA' ? '354 go on' : '250 ok');
  };
}

const sending = (url: string, silenceMs?: number) => createMailSender(url, 'care@waya.example', silenceMs);

describe('the mail sender', () => {
  it('sends mail in the name of the portal, as text and as HTML', async () => {
    const { url, lines } = await startMailServer(takingMail());
    await sending(url)(mail);
    expect(lines).toEqual(
      expect.arrayContaining([
        'MAIL FROM:<care@waya.example>',
        'RCPT TO:<bisi@mail.example>',
        'Auto-Submitted: auto-generated',
        'Paid.',
        '<p class="ink">Paid.</p>',
      ]),
    );
    const forms = lines.filter((line) => line.startsWith('Content-Type: '));
    expect(forms.map((line) => line.replace(/;.*/, ''))).toEqual([
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: text/html',
    ]);
  });

  it('sends plain text only where there is no HTML', async () => {
    const { url, lines } = await startMailServer(takingMail());
    await sending(url)({ ...mail, html: null });
    expect(lines.join('\n')).not.toMatch(/multipart|text\/html/);
    expect(lines).toContain('Paid.');
  });

  it('times out on a mail server that does not answer, so that mail behind it is not delayed', async () => {
    const { url } = await startMailServer(() => null);
    await expect(sending(url, 50)(mail)).rejects.toThrow(/greeting|timeout/i);
  });

  it.each([
    ['the recipient is unknown', /^RCPT/, '550 5.1.1 no such user'],
    ['the mail is not wanted', /^\.$/, '554 5.7.1 rejected'],
    ['the mail is not let in', /^DATA/, '552 too large'],
  ])('reports a permanent failure: %s', async (_case, line, answer) => {
    const { url } = await startMailServer(takingMail([[line, answer]]));
    await expect(sending(url)(mail)).rejects.toBeInstanceOf(MailRefusedForGood);
  });

  it.each([
    ['the mailbox is full', /^RCPT/, '452 4.2.2 mailbox full'],
    ['the server is busy', /^\.$/, '451 4.3.0 try again'],
    ['the server does not know us as a sender', /^MAIL/, '550 5.7.1 sender refused'],
    ['the server does not talk to us', /^(EHLO|HELO)/, '554 go away'],
  ])('reports a failure that may be temporary: %s', async (_case, line, answer) => {
    const { url } = await startMailServer(takingMail([[line, answer]]));
    const failure = await sending(url)(mail).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRefusedForGood);
  });
});
