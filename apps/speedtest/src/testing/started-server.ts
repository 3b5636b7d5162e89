import { afterEach, expect } from 'vitest';
import { openTestServer, type TestServer } from './test-server.ts';

type StartServer = (...options: Parameters<typeof openTestServer>) => Promise<TestServer>;

/**
 * Starts the speed-test server for a test file. It ends with the test, and must have reported no
 * defect.
 */
export function startedServer(): StartServer {
  let server: TestServer | null = null;
  afterEach(async () => {
    expect(server?.defects ?? []).toEqual([]);
    await server?.close();
    server = null;
  });
  return async (...options) => {
    server = await openTestServer(...options);
    return server;
  };
}
