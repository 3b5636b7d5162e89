/** An external interface that the code may use only at named places. */
export type Edge = {
  readonly rule: string;
  readonly says: string;
  readonly allowed: readonly { readonly where: RegExp; readonly because: string }[];
};

const workshop = {
  where: /^(tools|bench|drills|e2e|apps\/web\/build)\//,
  because: 'run by developers and CI, never shipped',
};
const testing = { where: /\/testing\//, because: 'sets the stage for tests; shipped code cannot import it' };

/** Reading the environment. */
export const environmentEdge: Edge = {
  rule: 'environment-read',
  says: 'reads process.env: take the value from the configuration that start-portal.ts hands down.',
  allowed: [
    {
      where: /^apps\/server\/src\/platform\/config\/config\.ts$/,
      because: 'the one reader: every fault is listed at once',
    },
    { where: /^apps\/(cli|sandbox|speedtest)\/src\/main\.ts$/, because: 'process edge of a small program of its own' },
    { where: /\.config\.ts$/, because: 'read by build tools, not by the product' },
    { where: /\.test\.tsx?$/, because: 'hands the environment on to programs it starts' },
    testing,
    workshop,
  ],
};

/** Calling another machine. */
export const networkEdge: Edge = {
  rule: 'outside-call',
  says: 'calls the network itself: use platform/outside/http-client.ts on the server, shared/api/call-endpoint.ts in the browser.',
  allowed: [
    { where: /^apps\/server\/src\/platform\/outside\/http-client\.ts$/, because: 'timeouts and redaction live here' },
    { where: /^apps\/web\/src\/shared\/api\/call-endpoint\.ts$/, because: 'the contract is applied here' },
    {
      where: /^apps\/cli\/src\/doctor\/check-payment-pages\.ts$/,
      because: 'reads pages, headers and scripts as a browser does',
    },
    {
      where: /^apps\/web\/src\/shared\/api\/upload-file\.ts$/,
      because: 'the contract too, with the progress of sending',
    },
    {
      where: /^apps\/web\/src\/shared\/api\/download-file\.ts$/,
      because: 'the contract too, with an answer that is a file',
    },
    { where: /^apps\/web\/src\/features\/network\/speed-tests\/engine\//, because: 'measures raw transfers' },
    {
      where: /^apps\/web\/src\/app\/reload-for-new-build\.ts$/,
      because: 'asks whether the server answers when the code of calls may be missing',
    },
    { where: /^apps\/web\/service-worker\/service-worker\.ts$/, because: 'forwards the page’s own requests' },
    { where: /^apps\/web\/view-bar\//, because: 'watches the calls of a view’s page, and ends the view' },
    { where: /^apps\/sandbox\/src\/.*webhook.*\.ts$/, because: 'delivers webhooks as the vendors do' },
    { where: /\.test\.tsx?$/, because: 'talks to the application as a client would' },
    testing,
    workshop,
  ],
};

/** Fastify's own log, which the portal has switched off: its lines are written nowhere. */
export const silentLogEdge: Edge = {
  rule: 'silent-log',
  says: 'writes to a log of Fastify, which goes nowhere: take the log of the portal as an argument.',
  allowed: [workshop],
};

/** Reading the clock or random numbers. */
export const clockEdge: Edge = {
  rule: 'clock-and-chance',
  says: 'asks for the present moment or for chance itself: take a clock, newId or random function as an argument.',
  allowed: [
    { where: /^apps\/cli\/src\//, because: 'a command runs once, at the present moment' },
    {
      where: /^apps\/(server\/src\/start-portal|(sandbox|speedtest)\/src\/main)\.ts$/,
      because: 'makes the real clock and hands it down',
    },
    { where: /^apps\/cli\//, because: 'each command is a process of its own and makes the real clock' },
    { where: /^apps\/web\/view-bar\/view-bar\.ts$/, because: 'counts down by the real clock' },
    { where: /^apps\/web\/src\/(app\/|main\.tsx$)/, because: 'makes the real clock and hands it down' },
    { where: /^apps\/web\/src\/shared\/format\/clock\.ts$/, because: 'the clock of components' },
    testing,
    workshop,
  ],
};

/** Submitting a change without a guard that takes effect before the next rendering. */
export const doubleSendEdge: Edge = {
  rule: 'double-send',
  says: 'sends twice when somebody taps twice: send with useMutateOnce, or inside useOneAtATime.',
  allowed: [
    {
      where: /^apps\/web\/src\/features\/messaging\/notices\/api\/read-notices\.ts$/,
      because: 'two notices that are opened one after the other are two marks',
    },
    {
      where: /^apps\/web\/src\/features\/messaging\/preferences\/api\/save-notification-preferences\.ts$/,
      because: 'two taps on a box are two choices, saved one after the other',
    },
    { where: /^(?!apps\/web\/src\/)/, because: 'nobody taps there' },
  ],
};

/** Skipping rows by counting them: the page after a million others reads a million rows first. */
export const offsetEdge: Edge = {
  rule: 'keyset-paging',
  says: 'skips rows with OFFSET: begin after the last row of the page before, by an index.',
  allowed: [{ where: /^(?!apps\/server\/src\/)|\.test\.ts$/, because: 'reads no list of customers' }, testing],
};
