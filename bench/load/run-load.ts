import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type LoadRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Load = {
  readonly origin: string;
  /** Sent in turn over all connections. */
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
};

/**
 * `errors` counts every answer that is not 2xx and every broken or timed-out request;
 * `requestsPerSecond` counts the 2xx alone.
 */
export type LoadResult = {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
};

export type LoadGenerator = { readonly name: string; readonly run: (load: Load) => Promise<LoadResult> };

/**
 * wrk where the machine has it, else autocannon; each load runs in a process of its own.
 * `scratchFile` is where wrk's script goes.
 */
export function findLoadGenerator(scratchFile: string): LoadGenerator {
  if (spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined) {
    return { name: 'wrk', run: (load) => runWrk(load, scratchFile) };
  }
  return { name: 'autocannon', run: runAutocannon };
}

async function runWrk(load: Load, scriptFile: string): Promise<LoadResult> {
  writeFileSync(scriptFile, wrkScript(load));
  const options = [
    '--timeout',
    '20s',
    '--threads',
    '1',
    '--connections',
    String(load.connections),
    '--duration',
    `${load.seconds}s`,
  ];
  return JSON.parse(await outputOf('wrk', [...options, '--script', scriptFile, load.origin], ''));
}

/**
 * wrk counts answers from 400 on as errors.status and includes them in its requests. Its own report
 * comes first, ours is the last line.
 */
function wrkScript({ requests }: Load): string {
  const list = requests.map(({ method, path, headers, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${lua(name)}]=${lua(value)}`);
    return `wrk.format(${lua(method)}, ${lua(path)}, {${fields.join(', ')}}, ${body === '' ? 'nil' : lua(body)})`;
  });
  return `local requests = nil
local sent = 0
function init() requests = {\n  ${list.join(',\n  ')}\n} end
function request()
  sent = sent + 1
  return requests[sent % #requests + 1]
end
function done(summary, latency)
  local e = summary.errors
  local ok = summary.requests - e.status
  io.write(string.format('{"requestsPerSecond":%f,"p50Ms":%f,"p99Ms":%f,"errors":%d}\\n',
    ok / (summary.duration / 1e6), latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

/**
 * A Lua string literal; JSON's escapes are Lua's for everything that a header or a JSON body holds.
 */
function lua(text: string): string {
  return JSON.stringify(text);
}

async function runAutocannon(load: Load): Promise<LoadResult> {
  const program = fileURLToPath(new URL('autocannon-load.ts', import.meta.url));
  return JSON.parse(await outputOf(process.execPath, [program], JSON.stringify(load)));
}

/** The last line that a program prints. */
async function outputOf(command: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\n');
  return lines.at(-1) ?? '';
}
