import type { ApiDocument, Operation, Schema } from '../api-compatibility.ts';

type Fields = Readonly<Record<string, Schema>>;

const text = { type: 'string' };
const answering = (properties: Fields, required: readonly string[] = Object.keys(properties)) => ({
  200: { content: { 'application/json': { schema: { type: 'object', properties, required } } } },
});
const accepting = (properties: Fields, required: readonly string[]) => ({
  content: { 'application/json': { schema: { type: 'object', properties, required } } },
});

const plan = { type: 'object', properties: { id: text, price: { type: 'number' } }, required: ['id', 'price'] };
const getPlans = {
  operationId: 'listPlans',
  responses: answering({ plans: { type: 'array', items: plan }, old: { ...text, deprecated: true } }),
};
const choose = { requestBody: accepting({ planId: text, note: text }, ['planId']), responses: answering({ id: text }) };

/** The API of a release whose pages are still open. */
export const releasedContract: ApiDocument = {
  paths: {
    '/plans': { get: getPlans },
    '/choice': { post: choose },
    '/old': { get: { deprecated: true, responses: answering({ id: text }) } },
  },
};

const withPlans = (operation: Operation): ApiDocument => ({
  paths: { ...releasedContract.paths, '/plans': { get: operation } },
});
const withChoice = (operation: Operation): ApiDocument => ({
  paths: { ...releasedContract.paths, '/choice': { post: operation } },
});
const plansOf = (properties: Fields, required: readonly string[] = Object.keys(properties)) => ({
  operationId: 'listPlans',
  responses: answering({ plans: { type: 'array', items: { type: 'object', properties, required } } }),
});

/** Each is the API of the next release with one fault. */
export const contractPlants: readonly { readonly says: string; readonly bad: ApiDocument }[] = [
  { says: 'GET /plans is gone', bad: { paths: { '/choice': { post: choose } } } },
  {
    says: 'no longer answers "plans[].price"',
    bad: withPlans(plansOf({ id: text, amount: { type: 'number' } }, ['id', 'amount'])),
  },
  { says: 'may leave out "plans[].price"', bad: withPlans(plansOf({ id: text, price: { type: 'number' } }, ['id'])) },
  {
    says: 'answers "plans[].price" as string instead of number',
    bad: withPlans(plansOf({ id: text, price: text }, ['id', 'price'])),
  },
  {
    says: 'answers "plans" as null instead of array',
    bad: withPlans({
      ...getPlans,
      responses: answering({ plans: { anyOf: [{ type: 'array', items: plan }, { type: 'null' }] } }),
    }),
  },
  {
    says: 'GET /plans is called readPlans instead of listPlans',
    bad: withPlans({ ...getPlans, operationId: 'readPlans' }),
  },
  {
    says: 'requires the parameter "area"',
    bad: withPlans({ ...getPlans, parameters: [{ name: 'area', in: 'query', required: true }] }),
  },
  {
    says: 'requires the field "area"',
    bad: withChoice({
      ...choose,
      requestBody: accepting({ planId: text, note: text, area: text }, ['planId', 'area']),
    }),
  },
  {
    says: 'refuses the field "note"',
    bad: withChoice({
      ...choose,
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { planId: text }, required: ['planId'], additionalProperties: false },
          },
        },
      },
    }),
  },
];

/** The same API with more of everything, and without what was deprecated. */
export const expandedContract: ApiDocument = {
  paths: {
    '/plans': {
      get: {
        ...plansOf({ ...plan.properties, area: text }, ['id', 'price', 'area']),
        parameters: [{ name: 'area', in: 'query', required: false }],
      },
    },
    '/choice': {
      post: {
        requestBody: accepting({ planId: text, note: text, area: text }, []),
        responses: answering({ id: text, at: text }),
      },
    },
    '/newer': { get: { ...getPlans, operationId: 'listNewerPlans' } },
  },
};
