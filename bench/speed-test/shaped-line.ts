import { type AddressInfo, connect, createServer } from 'node:net';
import { ShapedDirection } from './shaped-direction.ts';

/**
 * A line between a browser and a server, as a process of its own: `node shaped-line.ts <downMbps>
 * <upMbps> <rttMs> <targetPort>`.
 */
const [downMbps = 0, upMbps = 0, rttMs = 0, targetPort = 0] = process.argv.slice(2).map(Number);

const down = new ShapedDirection({ mbps: downMbps, delayMs: rttMs / 2 });
const up = new ShapedDirection({ mbps: upMbps, delayMs: rttMs / 2 });

const server = createServer({ allowHalfOpen: true, noDelay: true }, (browser) => {
  const portal = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  up.carry(browser, portal);
  down.carry(portal, browser);
});

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () =>
  process.send?.({ lostMs: Math.round(down.lostMs + up.lostMs), down: down.carried, up: up.carried }),
);
process.on('disconnect', () => process.exit());
