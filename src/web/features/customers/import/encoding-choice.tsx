import { importEncodings } from '../../../../domain/customers/import/encodings.ts';
import { useText } from '../../../app/texts.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { OwnWords } from '../../../ui/own-words.tsx';
import css from './import.module.css';

type EncodingChoiceProps = {
  value: string;
  /** A line with a letter beyond ASCII; null where the list has none. */
  example: string | null;
  off: boolean;
  onChoose: (encoding: string) => void;
};

/** The encoding of a list with an example of how it reads. Choosing another reads the list again. */
export function EncodingChoice({ value, example, off, onChoose }: EncodingChoiceProps) {
  const t = useText();
  return (
    <div className={css.encoding}>
      <SelectField
        label={t('import.encoding.label')}
        hint={t('import.encoding.hint')}
        choices={importEncodings.map((each) => ({ value: each, label: t(`import.encoding.${each}`) }))}
        value={value}
        onChange={({ target }) => {
          if (!off) onChoose(target.value);
        }}
      />
      <p role="status">
        {example !== null && <OwnWords>{t('import.encoding.example', { example })}</OwnWords>}
      </p>
    </div>
  );
}
