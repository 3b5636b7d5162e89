import { secondFactorForm } from '@portal/contract/identity/second-factor';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';

export type CodeFormProps = {
  label: string;
  hint: string;
  /** Digits of the app, or a recovery code with its letters. */
  kind: 'app' | 'recovery';
  action: string;
  busyAction: string;
  /** The main field of the page, which takes the focus. */
  isFirst?: boolean;
  /** Whether the button is as wide as the form, as on the pages of signing in. */
  block?: boolean;
  /** Rejects with the server's answer. */
  onSend: (code: string) => Promise<unknown>;
  children?: ReactNode;
};

/**
 * One code and a button. A wrong code is said under the field and stays to be corrected; too many
 * tries are said above the button.
 */
export function CodeForm(props: CodeFormProps) {
  const { label, hint, kind, action, busyAction, isFirst = false, block = false, onSend, children } = props;
  const t = useText();
  const oneAtATime = useOneAtATime();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: formResolver(secondFactorForm),
    defaultValues: { code: '' },
  });
  useEffect(() => {
    if (isFirst) setFocus('code');
  }, [isFirst, setFocus]);
  const { errors, isSubmitting } = formState;
  async function send({ code }: { code: string }) {
    try {
      await onSend(code);
    } catch (failure) {
      const aboutField = failure instanceof ApiError ? failure.errors.code : undefined;
      if (aboutField) setError('code', { message: t(aboutField) }, { shouldFocus: true });
      else setError('root', { message: t(messageOf(failure)) });
    }
  }
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        oneAtATime(handleSubmit(send));
      }}
    >
      <Field
        label={label}
        hint={hint}
        error={errors.code?.message}
        maxLength={32}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        {...register('code')}
      />
      {errors.root?.message && <Alert kind="bad">{errors.root.message}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          size={block ? 'large' : 'normal'}
          block={block}
          busy={isSubmitting}
          busyLabel={busyAction}
        >
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
