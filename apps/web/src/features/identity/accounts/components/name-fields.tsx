import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';

export type NameFieldsProps = {
  /** Ties a field to its form. */
  field: (name: 'firstName' | 'lastName' | 'email') => UseFormRegisterReturn & { error: string | undefined };
  emailHint?: ReactNode;
};

/** First name, last name and email address of a person. */
export function NameFields({ field, emailHint }: NameFieldsProps) {
  const t = useText();
  return (
    <>
      <div className="name-pair">
        <Field label={t('First Name')} autoComplete="given-name" {...field('firstName')} />
        <Field label={t('Last Name')} autoComplete="family-name" {...field('lastName')} />
      </div>
      <Field label={t('Email Address')} type="email" autoComplete="email" hint={emailHint} {...field('email')} />
    </>
  );
}
