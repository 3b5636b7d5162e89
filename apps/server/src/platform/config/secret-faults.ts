import { type Environment, environment } from './environment.ts';
import { vapidKeysFrom } from './vapid-keys.ts';

const PREVIOUS = '_PREVIOUS';

/** The secrets that an operator makes up: the others come from a vendor. */
const OWN_SECRETS = [
  'SESSION_SECRET',
  'ENCRYPTION_KEY',
  'METRICS_TOKEN',
  'NETWORK_TOKEN',
  'AFRICASTALKING_REPORT_TOKEN',
] as const satisfies readonly (keyof Environment)[];

const FEWEST_CHARACTERS = 8;

function isName(name: string): name is keyof Environment {
  return Object.hasOwn(environment.shape, name);
}

/**
 * A former value without the present one, or equal to it. An encryption key may have its former
 * value alone: until it is set everywhere, the session secret is the present one.
 */
function previousFaults(env: Environment, given: ReadonlySet<string>): string[] {
  return Object.keys(environment.shape).flatMap((previous) => {
    const name = previous.slice(0, -PREVIOUS.length);
    if (!previous.endsWith(PREVIOUS) || !given.has(previous) || !isName(name) || !isName(previous)) return [];
    if (!given.has(name)) return name === 'ENCRYPTION_KEY' ? [] : [`${previous} is set without ${name}`];
    const same = env[name] !== undefined && env[name] === env[previous];
    return same ? [`${previous} is the same as ${name}: remove it, or set the value before`] : [];
  });
}

/** Secrets in two roles: whoever learns one has the other. */
function sharedFaults(env: Environment): string[] {
  return OWN_SECRETS.flatMap((name, index) =>
    OWN_SECRETS.slice(index + 1)
      .filter((other) => env[name] !== undefined && env[name] === env[other])
      .map((other) => `${name} and ${other} are the same: each needs a value of its own`),
  );
}

function vapidFaults(env: Environment): string[] {
  return (['VAPID_PRIVATE_KEY', 'VAPID_PRIVATE_KEY_PREVIOUS'] as const)
    .filter((name) => {
      try {
        if (env[name] !== undefined) vapidKeysFrom(env[name]);
        return false;
      } catch {
        return true;
      }
    })
    .map((name) => `${name} is not a private key of the curve P-256`);
}

/** The faults in combinations of secrets. `given` lists the names that were set. */
export function secretFaults(env: Environment, given: ReadonlySet<string>): string[] {
  return [...previousFaults(env, given), ...sharedFaults(env), ...vapidFaults(env)];
}

/** Secrets of production that could be guessed, such as one character repeated. */
export function weakSecretFaults(env: Environment): string[] {
  return OWN_SECRETS.filter((name) => {
    const value = env[name];
    return value !== undefined && new Set(value).size < FEWEST_CHARACTERS;
  }).map((name) => `${name} is too easy to guess: make one with \`openssl rand -hex 32\``);
}
