import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createMailSender } from './mail-sender.ts';

let server: Server | null = null;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

/** A mail server that answers each line as `answer` says; null says nothing. */
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

const mail = { recipient: 'bisi@mail.example', subject: 'Receipt', text: 'Paid.' };

it('hands mail to the server in the name of the portal', async () => {
  const talking = (line: string): string | null => {
    if (line === '') return '220 ready';
    if (line === 'DATA') return '354 go on';
    if (line === '.' || /^(EHLO|MAIL|RCPT|QUIT)/.test(line)) return '250 ok';
    return null;
  };
  const { url, lines } = await startMailServer(talking);
  await createMailSender(url, 'care@waya.example')(mail);
  expect(lines).toEqual(
    expect.arrayContaining(['MAIL FROM:<care@waya.example>', 'RCPT TO:<bisi@mail.example>', 'Paid.']),
  );
});

it('gives up on a mail server that says nothing, so that mail behind it is not held up', async () => {
  const { url } = await startMailServer(() => null);
  await expect(createMailSender(url, 'care@waya.example', 50)(mail)).rejects.toThrow(/greeting|timeout/i);
});
