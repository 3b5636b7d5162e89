import { connect } from 'node:net';

export type RawAnswer = { readonly status: number; readonly headers: string; readonly body: string };

/** Asks for a path exactly as it is written: browsers and HTTP clients would put it in order first. */
export function askRaw(origin: string, path: string, cookie = ''): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      const [line = '', ...headers] = head.split('\r\n');
      resolve({
        status: Number(line.split(' ')[1]),
        headers: headers.join('\n').toLowerCase(),
        body: body.join('\r\n\r\n'),
      });
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n`,
    );
  });
}
