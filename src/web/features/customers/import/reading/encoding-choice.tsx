import { importEncodings } from '../../../../../domain/customers/import/encodings.ts';
import { useText } from '../../../../app/texts.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import css from '../import.module.css';

type EncodingChoiceProps = {
  value: string;
  /** A line with a character beyond ASCII; null if the list has none. */
  example: string | null;
  off: boolean;
  onChoose: (encoding: string) => void;
};

/** Encoding of a list with an example of the result. Choosing another one reads the list again. */
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
