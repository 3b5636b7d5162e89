import { CircleAlert } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { actionOf, groupScopes } from '../scope-groups.ts';

export type ScopeChoiceProps = UseFormRegisterReturn & { error: string | undefined };

/** What a key may do, by what it is about; only what who makes it may do. */
export function ScopeChoice({ error, ...input }: ScopeChoiceProps) {
  const may = useMay();
  return (
    <fieldset className="min-w-0" aria-describedby={error && 'scopes-error'}>
      <legend className="field-label">Scopes</legend>
      <p className="soft small">Each call of the API names the scope that it needs.</p>
      {error && (
        <p className="field-error mt-1" id="scopes-error" role="alert">
          <CircleAlert />
          {error}
        </p>
      )}
      {groupScopes((permission) => may({ permission })).map(({ name, rows }) => (
        <div key={name} className="mt-4">
          <p className="semi border-ink border-b pb-1.5">{name}</p>
          {rows.map(({ noun, scopes }) => (
            <div
              key={noun}
              className="grid grid-cols-[minmax(0,1fr)] border-line border-b py-1 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center"
            >
              <p className="first-letter:uppercase">{noun}</p>
              <div className="flex flex-wrap gap-x-6">
                {scopes.map((scope) => (
                  <label key={scope} className="flex min-h-11 items-center gap-3">
                    <input
                      type="checkbox"
                      className="size-5 flex-none accent-primary"
                      aria-label={`${noun}: ${actionOf(scope)}`}
                      value={scope}
                      {...input}
                    />
                    {actionOf(scope)}
                  </label>
                ))}
              </div>
            </div>
          ))}
        </div>
      ))}
    </fieldset>
  );
}
