import { useId, useRef, useState, type ChangeEvent } from 'react';
import { documentTypes, type FileCategory } from '../../../../domain/files/categories.ts';
import { extensionsOf } from '../../../../domain/files/file-types.ts';
import { guestCategory, type GuestDocumentType } from '../../../../domain/files/guest-file.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import { oneOf } from '../../../api/one-of.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
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

type UploadCardProps = { kind: keyof typeof icons; onChosen: (file: SignupFile) => void };

/**
 * One of the three upload actions: the accepted files, the type of an additional document, and the button (GUEST-03 to GUEST-07).
 */
export function UploadCard({ kind, onChosen }: UploadCardProps) {
  const t = useText();
  const ids = { title: useId(), type: useId(), error: useId() };
  const box = useRef<HTMLInputElement>(null);
  const [type, setType] = useState<GuestDocumentType | undefined>(fixedTypes[kind]);
  const [typeMissing, setTypeMissing] = useState(false);
  const category = kind === 'additional' ? 'ADDITIONAL_DOCUMENT' : guestCategory(fixedTypes[kind]);
  const { checking, problem, check } = useFileCheck(category);

  const browse = () => {
    setTypeMissing(type === undefined);
    if (type === undefined) return focusField(ids.type);
    box.current?.click();
  };

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = takeFile(target);
    if (!file || type === undefined || !(await check(file))) return;
    announce(t('guest.accepted', { file: file.name }));
    onChosen({ file, documentType: type });
  };

  return (
    <section className={`card ${css.card}`} aria-labelledby={ids.title}>
      <Icon name={icons[kind]} />
      <h2 id={ids.title}>{t(`guest.${kind}.title`)}</h2>
      <p>{t(`guest.${kind}.body`)}</p>
      {kind === 'additional' && (
        <TypeField
          id={ids.type}
          type={type}
          missing={typeMissing}
          onChange={(chosen) => {
            setType(chosen);
            setTypeMissing(false);
          }}
        />
      )}
      <FileProblem id={ids.error} problem={problem} />
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

/** Returns the chosen file, and lets the user choose the same file again after correcting it. */
function takeFile(input: HTMLInputElement): File | undefined {
  const file = input.files?.[0];
  input.value = '';
  return file;
}

/** Checks a chosen file. `problem` is the reason why the last one was not accepted. */
function useFileCheck(category: FileCategory) {
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<FieldError>();
  const check = async (file: File): Promise<boolean> => {
    setProblem(undefined);
    setChecking(true);
    const wrong = await problemOfChosen(category, file);
    setChecking(false);
    setProblem(wrong);
    return wrong === undefined;
  };
  return { checking, problem, check };
}

type TypeFieldProps = {
  id: string;
  type: GuestDocumentType | undefined;
  missing: boolean;
  onChange: (type: GuestDocumentType | undefined) => void;
};

/** Type of an additional document. */
function TypeField({ id, type, missing, onChange }: TypeFieldProps) {
  const t = useText();
  return (
    <SelectField
      id={id}
      name="documentType"
      label={t('upload.docType.label')}
      empty={t('signup.relation.choose')}
      error={missing ? t('guest.additional.typeFirst') : undefined}
      value={type ?? ''}
      onChange={({ target }) =>
        onChange(target.value === '' ? undefined : oneOf(documentTypes, target.value))
      }
      choices={documentTypes.map((value) => ({ value, label: t(`upload.docType.${value}`) }))}
    />
  );
}

function FileProblem({ id, problem }: { id: string; problem: FieldError | undefined }) {
  const t = useText();
  return (
    <div role="alert" id={id}>
      {problem && (
        <p className="err">
          <Icon name="circle-alert" />
          <span>{messageOf(t, problem)}</span>
        </p>
      )}
    </div>
  );
}
