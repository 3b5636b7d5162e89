import { createServer } from 'node:net';

export type MailServer = {
  readonly port: number;
  /** `take` is the normal state; `defer` refuses for now (451), `refuse` for good (550). */
  readonly behave: (how: 'take' | 'defer' | 'refuse') => void;
  /** The Subject lines of the mails that were taken. */
  readonly subjects: () => readonly string[];
  readonly close: () => void;
};

const ANSWERS = { take: '250 taken', defer: '451 try again later', refuse: '550 blocked' } as const;

/** As much of SMTP as it takes to accept or refuse a mail, of which only the subject is kept. */
export async function startMailServer(): Promise<MailServer> {
  let how: keyof typeof ANSWERS = 'take';
  const subjects: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    socket.setEncoding('utf8').on('error', () => socket.destroy());
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 drill');
    socket.on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        if (isData) {
          if (line.startsWith('Subject: ')) subjects.push(line.slice('Subject: '.length));
          if (line !== '.') continue;
          isData = false;
          say(ANSWERS.take);
        } else if (/^DATA/i.test(line)) {
          isData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) {
          socket.end('221 bye\r\n');
        } else if (/^RCPT/i.test(line)) say(ANSWERS[how]);
        else say('250 drill');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    behave: (next) => {
      how = next;
    },
    subjects: () => subjects,
    close: () => void server.close(),
  };
}
