import { useId, useRef, useState, type ChangeEvent } from 'react';
import { documentTypes } from '../../../../domain/files/categories.ts';
import { extensionsOf } from '../../../../domain/files/file-types.ts';
import { guestCategory, type GuestDocumentType } from '../../../../domain/files/guest-file.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import { oneOf } from '../../../api/one-of.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/messages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { focusField } from '../../../ui/fields/error-summary.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import type { SignupFile } from '../sign-up/sign-up-call.ts';
import { problemOfChosen } from './chosen-file.ts';
import css from './guest-upload.module.css';

const icons = { acp: 'certificate', additional: 'files', wishes: 'video' } as const;

/** Type with which each action sends its file; for an additional document the chosen type. */
const fixedTypes = { acp: 'ACP', additional: undefined, wishes: 'WISHES' } as const;

/**
 * One of the three upload actions: the accepted files, the type of an additional document, and the button (GUEST-03 to GUEST-07).
 */
export function UploadCard({
  kind,
  onChosen,
}: {
  kind: keyof typeof icons;
  onChosen: (file: SignupFile) => void;
}) {
  const t = useText();
  const ids = { title: useId(), type: useId(), error: useId() };
  const box = useRef<HTMLInputElement>(null);
  const [type, setType] = useState<GuestDocumentType | undefined>(fixedTypes[kind]);
  const [typeMissing, setTypeMissing] = useState(false);
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<FieldError>();
  const category = kind === 'additional' ? 'ADDITIONAL_DOCUMENT' : guestCategory(fixedTypes[kind]);

  const browse = () => {
    setTypeMissing(type === undefined);
    if (type === undefined) return focusField(ids.type);
    box.current?.click();
  };

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Lets the user choose the same file again after correcting it.
    target.value = '';
    if (!file || type === undefined) return;
    setProblem(undefined);
    setChecking(true);
    const wrong = await problemOfChosen(category, file);
    setChecking(false);
    setProblem(wrong);
    if (wrong) return;
    announce(t('guest.accepted', { file: file.name }));
    onChosen({ file, documentType: type });
  };

  return (
    <section className={`card ${css.card}`} aria-labelledby={ids.title}>
      <Icon name={icons[kind]} />
      <h2 id={ids.title}>{t(`guest.${kind}.title`)}</h2>
      <p>{t(`guest.${kind}.body`)}</p>
      {kind === 'additional' && (
        <SelectField
          id={ids.type}
          name="documentType"
          label={t('upload.docType.label')}
          empty={t('signup.relation.choose')}
          error={typeMissing ? t('guest.additional.typeFirst') : undefined}
          value={type ?? ''}
          onChange={({ target }) => {
            setType(target.value === '' ? undefined : oneOf(documentTypes, target.value));
            setTypeMissing(false);
          }}
          choices={documentTypes.map((value) => ({ value, label: t(`upload.docType.${value}`) }))}
        />
      )}
      <div role="alert" id={ids.error}>
        {problem && (
          <p className="err">
            <Icon name="circle-alert" />
            <span>{messageOf(t, problem)}</span>
          </p>
        )}
      </div>
      <input
        ref={box}
        type="file"
        hidden
        aria-label={t(`guest.${kind}.button`)}
        accept={extensionsOf[category].map((extension) => `.${extension}`).join(',')}
        onChange={(event) => void take(event)}
      />
      <Button
        variant="two"
        wide
        state={checking ? 'pending' : 'initial'}
        words={{ pending: 'guest.checking', complete: 'guest.checking', error: 'guest.checking' }}
        aria-describedby={problem ? ids.error : undefined}
        onClick={browse}
      >
        {t(`guest.${kind}.button`)}
      </Button>
    </section>
  );
}
