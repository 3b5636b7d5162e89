import { endpoints } from '@portal/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

type Methods = readonly string[];

const fieldsIn = (path: string): number => path.split(':').length - 1;

/** The methods that each address of the contract takes, those with the fewest fields first. */
const METHODS: ReadonlyMap<string, Methods> = new Map(
  [...Map.groupBy(endpoints, ({ path }) => path)]
    .map(([path, samePath]): [string, Methods] => [path, samePath.map(({ method }) => method)])
    .sort(([one], [other]) => fieldsIn(one) - fieldsIn(other)),
);

/** The methods of the address with fields that `path` is one of. */
function findWithFields(path: string): Methods | undefined {
  const asked = path.split('/');
  const found = [...METHODS].find(([address]) => {
    const segments = address.split('/');
    return (
      segments.length === asked.length &&
      segments.every((segment, at) => segment === asked[at] || (segment.startsWith(':') && asked[at] !== ''))
    );
  });
  return found?.[1];
}

/** The route of the website, which answers GET and HEAD at every other address. */
const WEBSITE = '/*';

/**
 * Refuses a method that an address of the contract does not take, to every caller, before any session is
 * looked up. Where no route has matched, the addresses with fields are gone through: a route for each
 * such method would take a fifth of the time of a start.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    const isUnserved = () => request.is404 || request.routeOptions.url === WEBSITE;
    const methods = METHODS.get(path) ?? (isUnserved() ? findWithFields(path) : undefined);
    const isRefused = methods !== undefined && !methods.includes(request.method);
    if (isRefused) reply.header('allow', methods.join(', '));
    done(isRefused ? new ApiError('request.method-not-allowed') : undefined);
  });
}
