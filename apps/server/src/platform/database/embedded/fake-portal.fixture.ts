import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/**
 * A process that runs the embedded database as the portal does, for tests that must kill it: prints
 * one line of JSON when ready, stops on SIGTERM, and prints the message and exits with 1 when the
 * start is refused. Arguments: data folder, and optionally the folder with PostgreSQL's programs.
 */
const [, , dataDir = '', nativeFolder] = process.argv;
try {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: (message) => process.stderr.write(`${message}\n`),
    ...(nativeFolder === undefined ? {} : { nativeFolder }),
  });
  process.once('SIGTERM', () => void server.stop());
  process.stdout.write(`${JSON.stringify({ ...server.connection, uid: process.getuid?.() })}\n`);
  const { expected, reason } = await server.closed;
  process.stderr.write(expected ? 'stopped\n' : `${reason}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
