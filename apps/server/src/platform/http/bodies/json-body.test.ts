import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { parseJson } from './json-body.ts';

const refused = (text: string) => expect(() => parseJson(text), text.slice(0, 40)).toThrow(ApiError);

describe('a JSON body', () => {
  it('is read as it is', () => {
    const value = { a: [1, { b: 'c"d\\', e: null }], 'x:y': '{"not":"keys","not":"twice"}' };
    expect(parseJson(JSON.stringify(value, null, 2))).toEqual(value);
    expect(parseJson(' ')).toBeNull();
    expect(parseJson('"text"')).toBe('text');
  });

  it('is refused when it is nested, or has keys, beyond what any form needs', () => {
    refused('['.repeat(10_000));
    refused(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`);
    refused(JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`k${index}`, 0]))));
  });

  it('is refused when it repeats a key, also in an escaped spelling', () => {
    refused('{"amount":1,"amount":2}');
    refused('{"amount":1,"\\u0061mount":2}');
    refused(`{"amount"${' '.repeat(40)}:1,"amount"${'\n'.repeat(40)}:2}`);
    expect(parseJson('[{"a":1},{"a":2}]')).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('is refused when it has a key that reaches the prototype', () => {
    refused('{"__proto__":{"role":"admin"}}');
    refused('{"\\u005f_proto__":1}');
    refused('{"a":{"constructor":1}}');
  });

  it('is refused when it is not JSON', () => {
    for (const text of ['{', '{"a":NaN}', "{'a':1}", '{"a":1}}', '"open', '\u0000', '{"a":1}{"b":2}']) refused(text);
  });
});
