import { brand } from '@portal/brand';
import { useId } from 'react';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Field, type FieldProps } from '../../../../../shared/ui/form/field.tsx';
import type { useServiceAreas } from '../api/areas.ts';

type AreaFieldProps = Omit<FieldProps, 'label' | 'list'> & {
  areas: ReturnType<typeof useServiceAreas>;
  /** Whether it may concern every line. */
  everywhere?: boolean;
};

/** An area, suggested as it was written before; any other can be written. */
export function AreaField({ areas, everywhere = false, ...field }: AreaFieldProps) {
  const listId = useId();
  return (
    <div className="grid content-start gap-3">
      <Field
        label="Area"
        list={listId}
        maxLength={100}
        autoComplete="off"
        placeholder={`${brand.address.district}, ${brand.address.city}`}
        {...field}
      />
      <datalist id={listId}>
        {everywhere && <option value="All areas" />}
        {areas.data?.map((area) => (
          <option key={area} value={area} />
        ))}
      </datalist>
      <AsyncBoundary query={areas} failure="We could not load the known areas" skeleton={null}>
        {() => null}
      </AsyncBoundary>
    </div>
  );
}
