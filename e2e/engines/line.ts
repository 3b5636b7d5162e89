import { connect, createServer, type Socket } from 'node:net';

/** The line between a browser and the portal, which a test can cut. */
export type Line = {
  readonly port: number;
  readonly portalPort: number;
  /** Closes all connections and accepts no others. The browser itself believes to be online. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Forwards connections from one port of this machine to another. */
export async function openLine(port: number, portalPort: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (browser) => {
    const portal = connect({ host: '127.0.0.1', port: portalPort, noDelay: true });
    for (const socket of [browser, portal]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        browser.destroy();
        portal.destroy();
      });
    }
    browser.pipe(portal).pipe(browser);
  });
  const mend = async (): Promise<void> => {
    if (!server.listening) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  };
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await mend();
  return { port, portalPort, cut, mend, close: async () => (server.listening ? cut() : undefined) };
}
