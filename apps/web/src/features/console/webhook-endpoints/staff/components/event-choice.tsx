import { CircleAlert } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { eventGroups } from '../webhook-labels.ts';

export type EventChoiceProps = UseFormRegisterReturn & { error: string | undefined };

/** The events that an endpoint is told of, by what they are about. */
export function EventChoice({ error, ...input }: EventChoiceProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={error && 'events-error'}>
      <legend className="field-label">Events</legend>
      {error && (
        <p className="field-error mt-1" id="events-error" role="alert">
          <CircleAlert />
          {error}
        </p>
      )}
      <div className="mt-2 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {eventGroups.map(({ name, events }) => (
          <div key={name}>
            <p className="soft small">{name}</p>
            {events.map((event) => (
              <label key={event} className="flex min-h-11 items-center gap-3">
                <input type="checkbox" className="size-5 flex-none accent-primary" value={event} {...input} />
                <span className="wrap-anywhere min-w-0">{event}</span>
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
