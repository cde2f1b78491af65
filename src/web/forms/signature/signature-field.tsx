import { lazy, Suspense, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useText } from '../../app/texts.tsx';
import { fieldId } from '../form-fields.tsx';
import { fieldMessage } from '../errors/messages.ts';
import { announce } from '../../ui/messages/announce.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldProblem, problemClass } from '../../ui/fields/field-parts.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { SignatureImage } from './signature-image.tsx';
import css from './signature.module.css';
import type { StepValues } from '../../plan-view/steps/step-values.ts';

const SignatureDialog = lazy(() => import('./signature-dialog.tsx'));

/** A save that waits for the signature: the dialog is open, and the save continues when the signature is there. */
export type WaitingSave = { onSigned: () => void; onClose: () => void };

type SignatureFieldProps = { label: string; name: string; waiting?: WaitingSave | undefined };

/** Signature field: a button to sign, and afterwards the picture with Edit (QSTEP9-08 to QSTEP9-13). */
export function SignatureField({ label, name, waiting }: SignatureFieldProps) {
  const t = useText();
  const { control } = useFormContext<StepValues>();
  const { field, fieldState } = useController({ name: 'signatureImage', control });
  const [open, setOpen] = useState(false);
  const picture = typeof field.value === 'string' ? field.value : '';
  const id = fieldId('signatureImage');
  const error = fieldMessage(t, fieldState.error);
  const close = () => {
    setOpen(false);
    waiting?.onClose();
  };
  const keep = (next: string) => {
    field.onChange(next);
    announce(t('signature.saved'));
    close();
    waiting?.onSigned();
    // The button that opened the dialog is removed after the first signature, so Edit, which replaces it, gets the focus.
    rescueFocus(() => document.getElementById(id));
  };
  return (
    <div className={classNames('field', problemClass(error))} role="group" aria-labelledby={`${id}-label`}>
      <p className="lab" id={`${id}-label`}>
        {label}
      </p>
      <FieldProblem id={id}>{error}</FieldProblem>
      {picture ? (
        <div className="sigbox">
          <SignatureImage picture={picture} alt={t('signatureImage.alt', { name })} />
          <Button id={id} variant="two" className={css.editSignature} onClick={() => setOpen(true)}>
            {t('signatureImage.edit')}
          </Button>
        </div>
      ) : (
        <Button
          id={id}
          variant="two"
          icon="signature"
          wide
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => setOpen(true)}
        >
          {t('signatureImage.open')}
        </Button>
      )}
      {(open || waiting) && (
        <Suspense>
          <SignatureDialog name={name} completes={waiting !== undefined} onSave={keep} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
