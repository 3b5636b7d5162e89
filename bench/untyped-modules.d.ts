/** Types of packages without types of their own, as far as the bench uses them. */
declare module 'autocannon' {
  import type { LoadRequest } from './load/run-load.ts';

  function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    requests: readonly LoadRequest[];
    setupClient: (client: { setRequests: (requests: LoadRequest[]) => void }) => void;
  }): Promise<{
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    duration: number;
    latency: { p50: number; p99: number };
  }>;
  export = autocannon;
}

declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  type Request = IncomingMessage & {
    body: unknown;
    session: { userId?: number; regenerate: (done: (error?: unknown) => void) => void };
  };
  type Response = ServerResponse & { status: (code: number) => Response; json: (body: unknown) => Response };
  type Handler = (request: Request, response: Response, next: (error?: unknown) => void) => unknown;
  type Application = {
    use: (...handlers: Handler[]) => void;
    get: (path: string, ...handlers: Handler[]) => void;
    post: (path: string, ...handlers: Handler[]) => void;
    listen: (port: number, host: string) => Server;
    disable: (setting: string) => void;
  };
  function express(): Application;
  namespace express {
    export function json(): Handler;
    export type { Application, Handler, Request, Response };
  }
  export = express;
}

declare module 'express-session' {
  import type { Handler } from 'express';

  function session(options: {
    store: object;
    secret: string;
    resave: boolean;
    saveUninitialized: boolean;
    cookie: { maxAge: number; httpOnly: boolean; sameSite: 'lax' };
  }): Handler;
  export = session;
}

declare module 'connect-pg-simple' {
  import type { Pool } from 'pg';

  function connectPgSimple(session: object): new (options: { pool: Pool; disableTouch: boolean }) => object;
  export = connectPgSimple;
}
