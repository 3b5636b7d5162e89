import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useShortcuts } from '../../../../../shared/staff/shortcuts/shortcuts.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField, type SelectOption } from '../../../../../shared/ui/form/select-field.tsx';
import { useServerOptions } from '../../../access-servers/staff/server-options.ts';
import { addressOf, endedDays, type SessionChoice } from '../session-choice.ts';

const DAYS = endedDays.map((days) => ({
  value: String(days),
  label: days === 1 ? 'The last day' : `The last ${days} days`,
}));
const STATES = [
  { value: 'online', label: 'Online now' },
  { value: 'ended', label: 'Ended' },
] as const;

type SessionFiltersProps = {
  choice: SessionChoice;
  /** Empty while they load, so that nothing moves; null leaves the filter out. */
  areas: readonly string[] | null;
  plans: readonly SelectOption[] | null;
  /** What is done with those that are online. */
  action?: ReactNode;
};

/** Which sessions: each choice has an address; what is typed is applied with Enter or by the button. */
export function SessionFilters({ choice, areas, plans, action }: SessionFiltersProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const servers = useServerOptions(choice.nas);
  const choose = (change: Partial<SessionChoice>) =>
    void navigate(addressOf({ ...choice, ...change }), { replace: true });
  useShortcuts([
    { key: '/', label: 'Search a session', run: () => form.current?.querySelector<HTMLInputElement>('input')?.focus() },
    {
      key: 'o',
      label: 'Online, or ended',
      run: () => choose({ state: choice.state === 'online' ? 'ended' : 'online' }),
    },
  ]);
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    choose({
      search: String(typed.get('search')).trim(),
      ...(typed.has('nas') && { nas: String(typed.get('nas')).trim() }),
    });
  }
  return (
    <search className="mt-5 mb-6 grid gap-3">
      <form
        ref={form}
        key={`${choice.search} ${choice.nas}`}
        className="flex flex-wrap items-end gap-3 *:min-w-0"
        onSubmit={apply}
      >
        <div className="min-w-60 flex-[1.4]">
          <Field
            label="Address, MAC address or login"
            name="search"
            type="search"
            maxLength={253}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={choice.search}
          />
        </div>
        {servers === null && (
          <div className="min-w-60 flex-1">
            <Field
              label="Access server"
              name="nas"
              type="search"
              maxLength={253}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="Its address"
              defaultValue={choice.nas}
            />
          </div>
        )}
        <Button type="submit" variant="secondary">
          <Search />
          Search
        </Button>
      </form>
      <div className="grid grid-cols-2 gap-3 *:min-w-0 lg:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        <SelectField
          label="Which"
          options={STATES}
          value={choice.state}
          onChange={({ target }) => choose({ state: target.value === 'ended' ? 'ended' : 'online' })}
        />
        {servers !== null && (
          <SelectField
            label="Access server"
            placeholder="Any"
            options={servers}
            value={choice.nas}
            onChange={({ target }) => choose({ nas: target.value })}
          />
        )}
        {areas !== null && (
          <SelectField
            label="Area"
            placeholder="Any"
            options={areas.map((area) => ({ value: area, label: area }))}
            value={choice.area}
            onChange={({ target }) => choose({ area: target.value })}
          />
        )}
        {plans !== null && (
          <SelectField
            label="Plan"
            placeholder="Any"
            options={plans}
            value={choice.plan}
            onChange={({ target }) => choose({ plan: target.value })}
          />
        )}
        {choice.state === 'ended' && (
          <SelectField
            label="Ended in"
            options={DAYS}
            value={String(choice.days)}
            onChange={({ target }) => choose({ days: endedDays.find((days) => String(days) === target.value) ?? 1 })}
          />
        )}
      </div>
      {choice.state === 'online' && (
        <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
          <Tick checked={choice.silent} onChange={(silent) => choose({ silent })}>
            Silent for more than 11 minutes
          </Tick>
          <Tick checked={choice.limited} onChange={(limited) => choose({ limited })}>
            At the limit of their data
          </Tick>
          {action && <div className="sm:ml-auto">{action}</div>}
        </div>
      )}
    </search>
  );
}

type TickProps = { checked: boolean; onChange: (checked: boolean) => void; children: string };

function Tick({ checked, onChange, children }: TickProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 flex-none accent-primary"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
}
