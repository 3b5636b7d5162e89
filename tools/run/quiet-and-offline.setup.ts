import { Socket } from 'node:net';
import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

// A printed error fails the test. A test that expects one replaces console.error itself.
const printed: string[] = [];
console.error = (...args: unknown[]) => {
  printed.push(format(...args));
};

function failOnPrintedErrors(): void {
  const errors = printed.splice(0).join('\n');
  if (errors !== '') throw new Error(`console.error was called:\n${errors}`);
}
afterEach(failOnPrintedErrors);
afterAll(failOnPrintedErrors);

// Local servers replace the outside world: a connection that leaves this machine is a mistake, and
// fails here rather than only where there is no network. Once for all files of a worker.
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;
const guarded = Symbol.for('guarded connect');
if (!Reflect.has(Socket.prototype, guarded)) {
  Reflect.set(Socket.prototype, guarded, true);
  Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
    apply(connect, socket: Socket, args: unknown[]) {
      const host = hostOf(args);
      if (!LOOPBACK.test(host)) throw new Error(`a test tried to reach ${host}`);
      return Reflect.apply(connect, socket, args);
    },
  });
}

/**
 * The callers of `connect` pass (port, host), (path), (options) or, inside Node, one array that
 * begins with the options.
 */
function hostOf(args: unknown[]): string {
  const first: unknown = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === 'object' && first !== null) {
    return 'host' in first && typeof first.host === 'string' && !('path' in first && first.path)
      ? first.host
      : 'localhost';
  }
  return typeof args[1] === 'string' ? args[1] : 'localhost';
}
