import { validationMessage } from '@portal/contract/platform/validation-message';
import { type FormEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { ApiError, messageOf } from './api-error.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

type CallFormOrder<Values extends FieldValues, Body, Answer> = {
  /** The schema of the call; its messages are shown at the fields. */
  schema: ZodMiniType<Body>;
  start: Values;
  /** The body that the fields mean. A part of it has the name of its field, or that in `names`. */
  bodyOf: (values: Values) => unknown;
  /** The fields of parts within parts: `{ 'atLimit.do': 'atLimit' }`. */
  names?: Readonly<Record<string, string>>;
  call: (body: Body) => Promise<Answer>;
  onDone: (answer: Answer) => void;
};

/** The field that a message is about: 'features.2' is about 'features'. */
function fieldOf(path: string, names: Readonly<Record<string, string>>): string {
  return names[path] ?? path.split('.')[0] ?? path;
}

function firstByField(
  messages: Iterable<readonly [path: string, message: string]>,
  names: Readonly<Record<string, string>>,
): Map<string, string> {
  const byField = new Map<string, string>();
  for (const [path, message] of messages) {
    const field = fieldOf(path, names);
    if (!byField.has(field)) byField.set(field, message);
  }
  return byField;
}

/**
 * A form that is submitted with one call. Messages of the validation and of the server are shown at
 * their fields and the first faulty field gets the focus; an error without a field is `failure`. A
 * second click while the call is under way does nothing, and the values stay until the call has
 * succeeded.
 */
export function useCallForm<Values extends FieldValues, Body, Answer>(order: CallFormOrder<Values, Body, Answer>) {
  const { schema, start, bodyOf, names = {}, call, onDone } = order;
  const oneAtATime = useOneAtATime();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Values, unknown, { body: Body }>({
    defaultValues: start as DefaultValues<Values>,
    mode: 'onTouched',
    resolver: (values) => {
      const result = schema.safeParse(bodyOf(values), { error: validationMessage });
      if (result.success) return { values: { body: result.data }, errors: {} };
      const messages = firstByField(
        result.error.issues.map(({ path, message }) => [path.join('.'), message]),
        names,
      );
      const errors = [...messages].map(([field, message]) => [field, { type: 'check', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  function showRefusal(refusal: unknown) {
    const shown = firstByField(refusal instanceof ApiError ? Object.entries(refusal.errors) : [], names);
    const fields = [...shown].filter(([field]) => Object.hasOwn(start, field));
    for (const [index, [field, message]] of fields.entries()) {
      form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
    }
    if (fields.length > 0) return;
    setFailure(messageOf(refusal));
  }
  async function send({ body }: { body: Body }) {
    setFailure(undefined);
    let answer: Answer;
    try {
      answer = await call(body);
    } catch (refusal) {
      showRefusal(refusal);
      return;
    }
    onDone(answer);
  }
  function field(name: Path<Values>) {
    const message = form.formState.errors[name]?.message;
    return { ...form.register(name), error: typeof message === 'string' ? message : undefined };
  }
  return {
    form,
    failure,
    busy: form.formState.isSubmitting,
    submit: (event: FormEvent) => {
      event.preventDefault();
      oneAtATime(form.handleSubmit(send));
    },
    field,
    /** For an `AmountField`. */
    amountField: (name: Path<Values>) => ({ ...field(name), typed: String(form.watch(name)) }),
  };
}
